// SPDX-License-Identifier: MIT
#include "cmd/lib/input-encoding.h"

#include "cmd/lib/command.h"

void input_encoding_say_guess(const struct chunk *chunk, const char *advice)
{
    command_say("%s: read as %s, which is a guess; %s", chunk->file, chunk->encoding, advice);
}

void input_encoding_say_invalid(const struct chunk *chunk)
{
    command_say("%s: %llu byte%s not valid in %s, replaced by U+FFFD", chunk->file,
                (unsigned long long)chunk->replaced, chunk->replaced == 1 ? " is" : "s are",
                chunk->encoding ? chunk->encoding : "UTF-8");
}

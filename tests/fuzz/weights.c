// SPDX-License-Identifier: MIT
/* Files of weights: a wrong one is refused, and a right one is whole. */
#include "core/engine/weights.h"

#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/scratch-file.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct weights weights;
    struct err err = {0};
    if (weights_open(rules_international, scratch_file(bytes, n), &weights, &err) == 0)
        weights_free(&weights);
    else if (!err.msg[0])
        abort();
    return 0;
}

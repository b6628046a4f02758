// SPDX-License-Identifier: MIT
/*
 * A patch applies to the bytes of a file, which may have any encoding. It is made in UTF-8; then
 * each line that is already in the file is taken from there, by its number, and each new one is
 * converted to the encoding of the file. UTF-8 lines in a file of another encoding stay as they
 * are.
 */
#include "cmd/validate/validate.h"
#include "core/base/encoder.h"
#include "core/base/printable.h"
#include "core/base/utf8.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* The lines of a file, found by number. */
struct lines {
    const char *s, *end;
    const char *at;            /* beginning of line `number` */
    unsigned long long number; /* from 1 */
};

static struct text line_of(struct lines *lines, unsigned long long number)
{
    if (number < lines->number) {
        lines->at = lines->s;
        lines->number = 1;
    }
    const char *stop;
    for (;; lines->at = stop + 1, lines->number++) {
        stop = lines->at < lines->end ? memchr(lines->at, '\n', (size_t)(lines->end - lines->at))
                                      : NULL;
        if (lines->number == number)
            break;
        if (!stop)
            return (struct text){0};
    }
    return (struct text){lines->at, (size_t)((stop ? stop + 1 : lines->end) - lines->at)};
}

static bool is_utf8(struct text t) { return utf8_valid(t.s, t.n) == t.n; }

static int print_lines(struct text patch, struct lines *lines, struct encoder *encoder,
                       struct err *err)
{
    struct buffer out = {0};
    unsigned long long old_line = 0;
    bool all_utf8 = false; /* about the lines being replaced */
    char last = ' ';
    int rc = 0;
    while (patch.n && rc == 0) {
        const char *stop = memchr(patch.s, '\n', patch.n);
        struct text line = {patch.s, stop ? (size_t)(stop - patch.s) + 1 : patch.n};
        char sign = line.s[0];
        buffer_clear(&out);
        if (sign == '@' || (old_line == 0 && (sign == '-' || sign == '+')) || sign == '\\') {
            if (sign == '@')
                old_line = strtoull(line.s + 4, NULL, 10);
            buffer_add_text(&out, line);
        } else if (sign == '+') {
            struct text added = {line.s + 1, line.n - 1};
            buffer_add_char(&out, '+');
            if (all_utf8)
                buffer_add_text(&out, added);
            else if (encoder_add(encoder, added, &out).lacking)
                rc = err_plain(err,
                               "a repair of line %llu cannot be written in "
                               "the file's encoding",
                               old_line);
        } else {
            struct text own = line_of(lines, old_line++);
            all_utf8 = sign == '-' && (last != '-' || all_utf8) && is_utf8(own);
            buffer_add_char(&out, sign);
            buffer_add_text(&out, own);
            if (!own.n || own.s[own.n - 1] != '\n')
                buffer_add_char(&out, '\n');
        }
        last = sign;
        if (out.failed)
            rc = err_memory(err);
        else
            printable_write(stdout, buffer_text(&out));
        patch.s += line.n;
        patch.n -= line.n;
    }
    buffer_fini(&out);
    return rc;
}

static int print_in_bytes(struct validate *v, struct text patch, struct err *err)
{
    struct src_pos at = {.file = v->file};
    struct encoder *encoder = NULL;
    struct stat status;
    int rc = -1, fd = open(v->file, O_RDONLY | O_CLOEXEC);
    char *bytes = MAP_FAILED;
    if (fd < 0 || fstat(fd, &status)) {
        err_set(err, at, "%s", strerror(errno));
        goto done;
    }
    bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (bytes == MAP_FAILED) {
        err_set(err, at, "%s", strerror(errno));
        goto done;
    }
    if (encoder_open(v->chunk_encoding, false, &encoder, err))
        goto done;
    struct lines lines = {bytes, bytes + status.st_size, bytes, 1};
    rc = print_lines(patch, &lines, encoder, err);
done:
    if (bytes != MAP_FAILED)
        munmap(bytes, (size_t)status.st_size);
    if (fd >= 0)
        close(fd);
    encoder_close(encoder);
    return rc;
}

/*
 * Whether the lines of a file in that encoding end in a single byte LF, and are as many as in its
 * UTF-8 text.
 */
static bool has_byte_lines(const char *encoding)
{
    return strncmp(encoding, "UTF-16", 6) != 0 && strncmp(encoding, "UTF-32", 6) != 0;
}

/*
 * Prints a patch for a file with a byte order mark, which is not part of its text: puts the mark
 * before line 1, old and new, if the first hunk shows that line.
 */
static int print_with_mark(struct text patch, struct err *err)
{
    static const char mark[] = "\xef\xbb\xbf";
    struct buffer out = {0};
    bool in_hunk = false, old = false, new = false; /* old, new: that line 1 is still to come */
    while (patch.n) {
        const char *stop = memchr(patch.s, '\n', patch.n);
        const struct text line = {patch.s, stop ? (size_t)(stop - patch.s) + 1 : patch.n};
        const char sign = *line.s;
        const bool is_old = sign == ' ' || sign == '-', is_new = sign == ' ' || sign == '+';
        buffer_add_char(&out, sign);
        if ((is_old && old) || (is_new && new))
            buffer_add(&out, mark, sizeof mark - 1);
        old = old && !is_old;
        new = new && !is_new;
        if (sign == '@' && !in_hunk)
            in_hunk = old = new = strtoull(line.s + 4, NULL, 10) == 1;
        buffer_add(&out, line.s + 1, line.n - 1);
        patch = (struct text){patch.s + line.n, patch.n - line.n};
    }
    const int rc = out.failed ? err_memory(err) : 0;
    if (rc == 0)
        printable_write(stdout, buffer_text(&out));
    buffer_fini(&out);
    return rc;
}

int validate_print_patch(struct validate *v, struct err *err)
{
    struct text patch = {v->patch, v->patch_size};
    if (!patch.n)
        return 0;
    if (!v->chunk_encoding && v->had_mark)
        return print_with_mark(patch, err);
    if (!v->chunk_encoding) {
        printable_write(stdout, patch);
        return 0;
    }
    if (strcmp(v->file, "-") == 0)
        return err_plain(err, "standard input is not UTF-8, and a patch must keep its encoding; "
                              "name the file");
    if (!has_byte_lines(v->chunk_encoding))
        return err_plain(err,
                         "no patch can be made for a file in %s; use --fix "
                         "--output=FILE",
                         v->chunk_encoding);
    return print_in_bytes(v, patch, err);
}

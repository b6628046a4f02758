// SPDX-License-Identifier: MIT
#include "cmd/egdb/dama-egdb.h"
#include "core/base/machine.h"
#include "core/board/fen.h"
#include "core/egdb/folder.h"

#ifdef __GLIBC__
# include <malloc.h>
#endif

const char *const egdb_formats[] = {"text", "jsonl", NULL};

int egdb_find_rules(const char *name, const struct rules **out)
{
    struct err err = {0};
    if (rules_find(text_of(name), out, &err) == 0)
        return 0;
    command_error(&err);
    return EXIT_USAGE;
}

int egdb_find_user_folder(char *buf)
{
    if (egdb_folder_of_user(buf))
        return 0;
    command_say("HOME is not set: name the folder with --dir or DAMA_EGDB");
    return EXIT_USAGE;
}

int egdb_open_slices(const char *dir, const struct rules *rules, unsigned pieces, char *buf,
                     struct egdb_slices **out)
{
    char found[EGDB_FOLDERS][EGDB_FOLDER_SIZE];
    struct err err = {0};
    if (dir || egdb_folder_find(rules, found))
        snprintf(buf, EGDB_PATH_SIZE, "%s", dir ? dir : found[0]);
    else if (egdb_find_user_folder(buf) != 0)
        return EXIT_USAGE;
    if ((dir && egdb_folder_check(dir, &err)) || egdb_slices_open(buf, rules, pieces, out, &err)) {
        command_error(&err);
        return EXIT_IO;
    }
    if ((*out)->n)
        return 0;
    command_say("%s: no endgame database for %s", buf, rules_spelling(rules));
    egdb_slices_close(*out);
    return EXIT_FOUND;
}

void egdb_answer_write(const struct egdb_answer *answer, char *buf)
{
    const char *word = egdb_value_word(answer->value);
    if (egdb_value_has_distance(answer))
        snprintf(buf, EGDB_ANSWER_SIZE, "%s in %u", word, answer->plies);
    else
        snprintf(buf, EGDB_ANSWER_SIZE, "%s", word);
}

int egdb_print_json(struct json_writer *w)
{
    json_end(w, '}');
    buffer_add_char(w->out, '\n');
    const struct text text = buffer_text(w->out);
    const bool failed = w->out->failed;
    if (failed)
        command_say("out of memory");
    else
        fwrite(text.s, 1, text.n, stdout);
    buffer_fini(w->out);
    return failed ? EXIT_IO : EXIT_WELL;
}

int egdb_fen_of(const struct egdb_index *index, uint64_t at, char *fen)
{
    struct egdb_cursor cursor;
    struct egdb_sets sets;
    struct position pos;
    if (egdb_sets_init(index, &sets))
        return -1;
    egdb_cursor_set(&cursor, index, &sets, at);
    *fen = '\0';
    if (egdb_cursor_position(&cursor, &pos))
        fen_write(index->squares->rules, &pos, fen);
    egdb_sets_fini(&sets);
    return 0;
}

void egdb_return_memory(void)
{
#ifdef __GLIBC__
    /*
     * otherwise it would keep freed tables of up to 32 MiB each, and cut the next ones out of them
     */
    mallopt(M_MMAP_THRESHOLD, 128 << 10);
#endif
}

int egdb_solve_asked(struct egdb *egdb, unsigned pieces)
{
    struct err err = {0};
    if (!pieces || egdb_prepare(egdb, &err) == 0)
        return EXIT_WELL;
    command_error(&err);
    return EXIT_IO;
}

void egdb_note_trouble(void *ctx, const struct err *err)
{
    atomic_int *status = ctx;
    int well = EXIT_WELL;
    if (err->at.file)
        atomic_compare_exchange_strong(status, &well, EXIT_FOUND);
    else
        atomic_store(status, EXIT_IO);
    command_warn(NULL, err);
}

uint64_t egdb_memory(int64_t asked)
{
    if (asked)
        return (uint64_t)asked;
    const uint64_t bytes = machine_memory();
    return bytes ? bytes / 4 * 3 : (uint64_t)1 << 30;
}

// SPDX-License-Identifier: MIT
/* Processes one game, on any thread. */
#include "cmd/convert/convert.h"
#include "core/game/date.h"
#include "core/game/game-start.h"
#include "core/game/node-play.h"
#include "pdn/formats/provenance.h"

/*
 * Moves without tags that follow a game belong to another game: they do not count as an error of
 * this one.
 */
static bool any_error(const struct finding *f)
{
    for (; f; f = f->next) {
        if (finding_is_error(f) && f->code != FINDING_HEADERLESS_GAME)
            return true;
    }
    return false;
}

/* Whether reading has found nothing to write, because a record could not be read at all. */
static bool is_empty(const struct game *game)
{
    return !game->n_tags && !game->start_given && !game->line.before && !game->line.first
           && !game->terminator.n;
}

/* Applies the filters, the cheap ones first. @return 1, 0, -1 with `err` */
static int asks(const struct convert *c, struct convert_worker *w, const struct game *game,
                struct err *err)
{
    int rc = c->filter ? filter_matches(c->filter, game) : 1;
    if (rc < 0)
        return err_memory(err);
    return rc > 0 && w->search ? pattern_search_matches(w->search, game, err) : rc;
}

/* Whether a game may be wanted: its number is not yet known. */
static bool may_be_wanted(const struct convert *c, bool matches)
{
    if (c->masters)
        return true;
    return c->settings->inverted ? !matches || c->games.n : matches;
}

/*
 * The place in the input of a character in the output; if the input has it in another form, the
 * place of the game.
 */
static struct src_pos place_of(const struct game *game, struct text character)
{
    for (size_t i = 0; i + character.n <= game->source.n; i++) {
        if (memcmp(game->source.s + i, character.s, character.n) == 0)
            return game_place(game, (uint32_t)i);
    }
    return game->at;
}

/*
 * Encodes the bytes from `from` on.
 * @return 0, or -1 with `err`: a character that the encoding cannot hold, out of memory
 */
static int encode(const struct convert *c, struct convert_worker *w, const struct game *game,
                  struct buffer *bytes, size_t from, struct convert_game *g, struct err *err)
{
    struct encoded done;
    if (convert_encode(w, bytes, from, &done, err))
        return -1;
    if (g->facts.copied) { /* otherwise they were counted already */
        g->facts.similar += done.similar;
        g->facts.question_marks += done.lost;
    }
    if (!done.lacking)
        return 0;
    const struct text character = {bytes->s + from + done.taken, done.lacking};
    return err_set(err, place_of(game, character),
                   "%s cannot hold '%.*s'; choose another --output-encoding, or --translit "
                   "for a similar letter",
                   c->settings->encoding, TEXT_ARGS(character));
}

/*
 * Whether a broken game is copied unchanged: if the output has the same format, and tables the same
 * columns. A position is not copied, unless it cannot be read.
 */
static bool passes_as_it_is(const struct convert *c, const struct convert_game *g)
{
    const struct format *from = g->input->format, *to = c->to;
    return g->facts.broken && c->settings->position == POSITION_UNSAID && to == from
           && to->kind == FORMAT_TEXT && (!to->positions || g->unreadable || g->no_position)
           && (!to->columns || csv_columns_same(&c->columns, &g->input->columns))
           && c->settings->on_error == ON_ERROR_KEEP;
}

/* Whether positions are wanted, but the start of the game is unknown. */
static bool lacks_position(const struct convert *c, const struct game *game)
{
    const bool wants = c->to->positions || c->settings->position != POSITION_UNSAID;
    return wants && !c->counts && c->to->kind != FORMAT_STORE && !game_has_beginning(game);
}

/*
 * Whether a game's last position is wanted, but a move before it is unknown, and the position is not
 * set up again.
 */
static bool stops_early(const struct convert *c, const struct game *game)
{
    const enum format_position which = c->output.position;
    if (which != POSITION_FINAL && (which != POSITION_UNSAID || !c->to->positions))
        return false;
    for (const struct node *node = game->line.first; node; node = node->next) {
        if (node->kind == NODE_UNKNOWN && !(node = node_next_setup(node)))
            return true;
    }
    return false;
}

/* Whether the result after the moves contradicts the Result tag, and the output has only one. */
static bool drops_result(const struct convert *c, const struct game *game)
{
    const bool table = c->to->columns && csv_has_tag(&c->columns, text_of("Result"));
    if (c->counts || (c->to->split != pdn_split && !table))
        return false;
    return written_losses_has_two_results(game);
}

/*
 * Whether PDN names the rules of a game; for a position that is not of international draughts, it
 * always does.
 */
static bool names_rules(const struct convert *c, const struct game *game)
{
    const bool is_position = c->output.position != POSITION_UNSAID;
    return check_has_rules_tag(game) || (is_position && game->rules != rules_international);
}

/* Adds a text with LF in place of CR LF: the line ends of the games that are rewritten. */
static void add_lines(struct buffer *out, struct text t)
{
    const char *from = t.s, *end = t.s + t.n;
    for (const char *p = from; (p = memchr(p, '\r', (size_t)(end - p))); p++) {
        if (p + 1 == end || p[1] != '\n')
            continue;
        buffer_add(out, from, (size_t)(p - from));
        from = p + 1;
    }
    buffer_add(out, from, (size_t)(end - from));
}

static void copy_source(const struct convert *c, const struct game *game, struct buffer *out)
{
    /* blanks at the beginning or end of a row may be cells */
    struct text source = c->to->columns ? game->source : text_trim(game->source);
    if (c->numbers)
        provenance_add_text(out, source);
    else if (c->to->columns)
        buffer_add_text(out, source);
    else
        add_lines(out, source);
    buffer_add_string(out, c->to->write && c->to->split == pdn_split ? "\n\n" : "\n");
}

/* A table that is rewritten keeps its columns, so tags added by cleaning must have one. */
static int check_columns_hold(const struct convert *c, const struct game *game, struct err *err)
{
    for (unsigned i = 0; i < game->n_tags; i++) {
        const struct tag *tag = &game->tags[i];
        if (!csv_has_tag(&c->columns, tag->name) && !convert_tag_is_own(tag->name)
            && !tag_is_unknown(tag->value))
            return err_set(err, game->at,
                           "the table has no column %.*s, and --in-place adds none; write another "
                           "file with --output and --columns",
                           TEXT_ARGS(tag->name));
    }
    return 0;
}

/*
 * Refuses to lose data for which a row has no cell, since the file rewritten is the only one that
 * has them.
 */
static int check_row_holds(const struct convert *c, const struct game *game, unsigned lost,
                           struct err *err)
{
    char words[160];
    lost &= HOLDS_ALL & ~(unsigned)HOLDS_MORE_TAGS; /* of them, check_columns_hold */
    if (!c->settings->in_place || !c->to->columns || !lost)
        return 0;
    return err_set(err, game->at,
                   "the table has no column for %s (tree holds them), and --in-place would lose "
                   "them; write another file with --output and --columns",
                   format_holds_words(lost, words));
}

/*
 * Refuses to lose data that a source has besides its games, since the file rewritten is the only
 * one that has them.
 */
static int check_besides(const struct convert *c, const struct game *game, unsigned left,
                         struct err *err)
{
    if (!c->settings->in_place || !left)
        return 0;
    return err_set(err, game->at, "--in-place would lose %s; write another file with --output",
                   left & GAME_JUDGEMENTS
                       ? "the judgements of this game, as its moves or rules change"
                       : "members that dama does not know");
}

/* Anything that a copied game leaves open would swallow moves without tags written after it. */
static int put_closing(const struct convert *c, struct convert_worker *w, const struct game *game,
                       struct buffer *out, struct convert_game *g, struct err *err)
{
    const size_t from = out->n;
    if (pdn_close(text_trim(game->source), out, err) < 0 || encode(c, w, game, out, from, g, err))
        return -1;
    g->closing = out->n - from;
    return 0;
}

/* Writes a game that is not copied. @return 0, or -1 with `err` */
static int write_game(const struct convert *c, struct convert_worker *w, struct game *game,
                      struct buffer *out, struct convert_game *g, struct err *err)
{
    struct convert_facts *facts = &g->facts;
    facts->left = convert_carry(c, w, game, g);
    facts->carried = game->besides & ~facts->left;
    if (w->names.failed || w->moves.failed)
        return err_memory(err);
    if (check_besides(c, game, facts->left, err))
        return -1;
    if (c->to->kind == FORMAT_STORE) {
        if (record_pack(game, c->keep_positions, out, err))
            return -1;
        buffer_add_text(out, buffer_text(&w->names));
        g->n_written = 1;
        return 0;
    }
    if (c->to->columns && c->settings->in_place && check_columns_hold(c, game, err))
        return -1;
    struct convert_bytes to = {.bytes = out, .facts = facts, .members = buffer_text(&w->names)};
    if (convert_write_text(c, w, game, &to, err) || check_row_holds(c, game, facts->lost, err))
        return -1;
    g->n_written = to.n_written;
    return 0;
}

static int put_game(const struct convert *c, struct convert_worker *w, struct game *game,
                    struct convert_chunk *result, struct convert_game *g, struct err *err)
{
    struct buffer *out = &result->bytes;
    g->offset = out->n;
    if (g->facts.copied) {
        copy_source(c, game, out);
        g->n_written = 1;
    } else if (write_game(c, w, game, out, g, err)) {
        return -1;
    }
    if (out->failed)
        return err_memory(err);
    if (c->to->kind == FORMAT_TEXT && encode(c, w, game, out, g->offset, g, err))
        return -1;
    g->length = out->n - g->offset;
    return g->facts.copied && c->to->split == pdn_split ? put_closing(c, w, game, out, g, err) : 0;
}

/* Sorts the findings of a game once all are known. */
static void settle(struct convert_game *g, struct findings *found, struct finding *after,
                   const struct game *game, uint32_t index)
{
    findings_settle(found, after, game->source, game->at, index);
    g->first_finding = after ? after->next : found->first;
    for (const struct finding *f = g->first_finding; f; f = f->next)
        g->n_findings++;
}

/* @return 0; -1: out of memory */
static int list_changes(const struct change_list *list, const struct clean_report *report,
                        const struct game *game, struct convert_game *g,
                        struct convert_chunk *result)
{
    g->changes = result->changes.n;
    change_list_write(list, game, &result->changes);
    if (report->comments)
        buffer_printf(&result->changes, "comments repaired: %u\n", report->comments);
    g->n_changes = result->changes.n - g->changes;
    return result->changes.failed ? -1 : 0;
}

/* For messages: why a game is not where its date would have put it. */
static void look_at_date(const struct convert *c, const struct game *game, struct convert_game *g)
{
    struct date ignored;
    const struct text date = game_tag(game, "Date");
    g->short_year = c->asks_date && date_short_year(date);
    g->odd_date = c->asks_date && !tag_is_unknown(date) && date_read(date, &ignored) == DATE_NONE;
}

/* Filters and cleans a game. */
static int change_game(const struct convert *c, struct convert_worker *w,
                       const struct convert_cleaning *cleaning, struct convert_game *g,
                       struct convert_chunk *result, struct err *err)
{
    struct game *game = cleaning->game;
    struct clean_report normal = {0}, after = {0};
    struct change_list list;
    if (c->lists && change_list_begin(&list, game))
        return err_memory(err);
    if (convert_normalise(c, cleaning, &normal, err))
        return -1;
    look_at_date(c, game, g);
    int matches = c->masters ? 1 : asks(c, w, game, err);
    if (matches < 0 || convert_clean(c, cleaning, &after, err))
        return -1;
    g->matches = matches > 0;
    g->cut = after.truncated;
    if (c->lists && !c->masters && list_changes(&list, &normal, game, g, result))
        return err_memory(err);
    return 0;
}

/* Turns a game into what is to be written or counted. @return 0, or -1 with `err` */
static int use_game(const struct convert *c, struct convert_worker *w, struct game *game,
                    struct convert_chunk *result, struct convert_game *g, struct err *err)
{
    struct arena *arena = result->found.arena;
    bool dropped = g->facts.broken && (c->settings->on_error != ON_ERROR_KEEP || g->left_out);
    if (dropped || (!g->unreadable && !may_be_wanted(c, g->matches)))
        return 0;
    if (c->counts)
        return convert_keep_counts(c, w, game, g, arena, err);
    struct spool_entry *entry = NULL;
    if (c->spools && convert_describe(c, w, game, arena, &entry, err))
        return -1;
    g->entry = entry;
    return c->masters ? 0 : put_game(c, w, game, result, g, err);
}

/*
 * Keeps an error with its game: whether the game is wanted at all depends on its number, and on how
 * many games were written before.
 */
static int keep_failure(struct convert_game *g, struct convert_chunk *result, const struct err *why,
                        struct err *err)
{
    g->failed = arena_alloc(result->found.arena, sizeof *g->failed);
    if (!g->failed)
        return err_memory(err);
    *g->failed = *why;
    return 0;
}

static struct checker *checker_of(void *convert, unsigned worker)
{
    const struct convert *c = convert;
    return c->workers[worker].checker;
}

static int take_game(void *convert, unsigned worker, const struct game_input *input,
                     struct chunk *chunk, struct game *game, struct finding *after, struct err *err)
{
    struct convert *c = convert;
    struct convert_worker *w = &c->workers[worker];
    struct convert_chunk *result = chunk->result;
    struct findings *found = &result->found;
    struct convert_game *g = arena_zalloc(found->arena, sizeof *g);
    if (!g)
        return err_memory(err);
    struct convert_cleaning cleaning = {w->checker, game, found, found->last};
    g->input = input;
    g->number = game->number;
    g->at = game->at;
    const bool empty = is_empty(game), untagged = !check_has_rules_tag(game);
    if (game->besides & GAME_JUDGEMENTS)
        g->line = convert_hash_line(w, game);
    if (check_game(w->checker, game, found, err) || change_game(c, w, &cleaning, g, result, err))
        return -1;
    settle(g, found, after, game, result->n++);
    g->facts.broken = any_error(g->first_finding) && !g->cut;
    g->unreadable = empty && g->facts.broken && !c->counts;
    g->no_position = lacks_position(c, game);
    g->facts.copied = passes_as_it_is(c, g);
    g->left_out = g->unreadable && !g->facts.copied;
    g->facts.stops_early = !g->facts.broken && !g->no_position && stops_early(c, game);
    g->facts.drops_result = !g->facts.copied && drops_result(c, game);
    g->facts.rules = c->to->split == pdn_split ? game->rules : NULL;
    g->facts.has_tag = g->facts.copied ? !untagged : names_rules(c, game);
    g->facts.guessed =
        g->facts.rules && game->rules_guessed && untagged && check_has_rules_tag(game);
    g->bare = c->to->split == pdn_split && !game->n_tags;
    if (result->last)
        result->last->next = g;
    else
        result->first = g;
    result->last = g;
    struct err why = {0};
    return use_game(c, w, game, result, g, &why) ? keep_failure(g, result, &why, err) : 0;
}

static void end_games(void *convert, struct chunk *chunk)
{
    struct convert_chunk *result = chunk->result;
    (void)convert;
    result->last_of_games = result->found.last;
}

static void drop_chunk(void *convert, struct chunk *chunk)
{
    struct convert_chunk *result = chunk->result;
    (void)convert;
    buffer_fini(&result->bytes);
    buffer_fini(&result->changes);
}

static void show_progress(void *convert, uint64_t bytes)
{
    struct convert *c = convert;
    progress_show(&c->progress, bytes);
}

/* Games that an index of positions has skipped also count as seen. */
static void count_passed(void *convert, uint64_t n)
{
    struct convert *c = convert;
    if (!c->masters)
        c->tally.seen += n;
}

/*
 * An index of positions, if there is one, narrows the search; the filter still decides. Its keys
 * are for the rules in the store, not those of --variant, and for the games as they are stored:
 * renamed tags and repaired text may give a game another start.
 */
static unsigned find_keys(void *convert, uint64_t *keys, unsigned most)
{
    const struct convert *c = convert;
    unsigned n = 0;
    if (!c->pattern.n_positions || c->settings->inverted || c->rules || clean_wants(&c->normal))
        return 0;
    for (unsigned i = 0; i < rules_count; i++) {
        const struct rules *rules;
        int rc = 1;
        for (unsigned k = 0; n < most && (rc = rules_reading(rules_all[i], k, &rules)) > 0; k++)
            n += pattern_search_keys(c->workers[0].search, rules, keys + n, most - n);
        if (rc < 0)
            return 0;
    }
    return n;
}

struct game_handler convert_handler(struct convert *c)
{
    return (struct game_handler){
        .result_size = sizeof(struct convert_chunk),
        .checker = checker_of,
        .game = take_game,
        .end = end_games,
        .emit = convert_emit,
        .drop = drop_chunk,
        .progress = show_progress,
        .passed = count_passed,
        .keys = find_keys,
        .ctx = c,
    };
}

// SPDX-License-Identifier: MIT
/* What happens to one game, on any thread; and what is done with the results, in the order of the input. */
#include "cmd/convert/convert.h"
#include "core/game/facts.h"

/* ---- workers ---- */

static bool is_error(const struct finding *f)
{
    return finding_kinds[f->code].severity == SEVERITY_ERROR;
}

static bool any_error(const struct finding *f)
{
    for (; f; f = f->next) {
        if (is_error(f))
            return true;
    }
    return false;
}

static int has_all(const struct convert *c, const struct game *game)
{
    struct facts facts;
    if (!c->has)
        return 1;
    if (facts_count(game, &facts))
        return -1;
    unsigned has = (facts.variations ? HAS_VARIATIONS : 0) | (facts.comments ? HAS_COMMENTS : 0)
                   | (facts.illegal ? HAS_ILLEGAL : 0) | (facts.nags ? HAS_NAGS : 0)
                   | (game->start_given ? HAS_SETUP : 0);
    return (has & c->has) == c->has;
}

/* Asks the filters, the cheap ones first. @return 1, 0, -1 with `err` */
static int asks(const struct convert *c, struct convert_worker *w, const struct game *game,
                struct err *err)
{
    int rc = c->filter ? filter_matches(c->filter, game) : 1;
    if (rc > 0)
        rc = has_all(c, game);
    if (rc < 0)
        return err_set(err, game->at, "out of memory");
    return rc > 0 && w->reach ? reach_asks(w->reach, game, err) : rc;
}

/* Whether a game may yet be wanted: what depends on its number is not known here. */
static bool may_be_wanted(const struct convert *c, bool matches)
{
    if (c->masters)
        return true;
    return c->settings->inverted ? !matches || c->n_ranges : matches;
}

static int encode(struct convert_worker *w, struct buffer *bytes, size_t from)
{
    if (!w->encoder)
        return 0;
    buffer_clear(&w->scratch);
    encoder_add(w->encoder, (struct text){bytes->s + from, bytes->n - from}, &w->scratch);
    bytes->n = from;
    buffer_add_text(bytes, buffer_text(&w->scratch));
    return bytes->failed || w->scratch.failed ? -1 : 0;
}

/* A broken game goes through as it was, where the output is of the same kind. (Rows of CSV may have other columns.) */
static bool passes_as_it_is(const struct convert *c, const struct convert_game *g)
{
    return g->broken && c->to == g->input->format && c->to->kind == FORMAT_TEXT && !c->to->positions
           && c->settings->on_error == ON_ERROR_KEEP;
}

static int put_game(struct convert *c, struct convert_worker *w, const struct game *game,
                    struct convert_piece *result, struct convert_game *g, struct err *err)
{
    struct buffer *out = &result->bytes;
    g->offset = out->n;
    if (c->to->kind == FORMAT_STORE) {
        if (record_pack(game, c->keep_positions, out, err))
            return -1;
        g->pieces = 1;
    } else if (passes_as_it_is(c, g)) {
        struct text source = text_trim(game->source);
        buffer_add_text(out, source);
        buffer_add_string(out, c->to->write && c->to->split == pdn_split ? "\n\n" : "\n");
        g->pieces = 1;
    } else if (format_write(c->to, &c->output, game, out, &result->lost, &g->pieces, err)) {
        return -1;
    }
    if (out->failed || (c->to->kind == FORMAT_TEXT && encode(w, out, g->offset)))
        return err_set(err, game->at, "out of memory");
    g->length = out->n - g->offset;
    return 0;
}

/* --variant overrules what the tags say: the output must say the same as the board. */
static int name_variant(const struct convert *c, struct game *game, struct err *err)
{
    const struct rules *rules = c->rules;
    struct text type = text_of(rules->game_type_text), variant = text_of(rules->variant_tag);
    const struct rules *said = NULL;
    bool contradict;
    if (rules_of_tags(game_tag(game, "GameType"), game_tag(game, "Variant"), &said, &contradict,
                      NULL)
            == 1
        && said == rules)
        return 0;
    game_drop_tag(game, text_of("GameType"));
    game_drop_tag(game, text_of("Variant"));
    if ((type.n && game_set_tag(game, text_of("GameType"), type))
        || (variant.n && game_set_tag(game, text_of("Variant"), variant)))
        return err_set(err, game->at, "out of memory");
    return 0;
}

static int name_opening(const struct convert *c, struct game *game)
{
    struct text name = openings_find(c->openings, game);
    return name.s ? game_set_tag(game, text_of("Opening"), name) : 0;
}

/* Puts the findings of a game into order, now that all of them are there. */
static void settle(struct convert_game *g, struct findings *found, struct finding *behind,
                   const struct game *game, uint32_t index)
{
    findings_settle(found, behind, game->source, game->at, index);
    g->first_finding = behind ? behind->next : found->first;
    for (const struct finding *f = g->first_finding; f; f = f->next)
        g->n_findings++;
}

int convert_one(struct convert *c, struct convert_worker *w, const struct convert_input *input,
                struct game *game, struct finding *behind, struct convert_piece *result,
                struct err *err)
{
    struct findings *found = &result->found;
    struct convert_game *g = arena_zalloc(found->arena, sizeof *g);
    bool truncated = false;
    if (!g)
        return err_set(err, game->at, "out of memory");
    if (check_game(w->checker, game, found, err))
        return -1;
    settle(g, found, behind, game, result->n++);
    result->last_of_games = found->last;
    g->input = input;
    g->broken = any_error(g->first_finding);
    g->at = game->at;
    if (clean_wants(&c->clean) && clean_game(&c->clean, game, &truncated, err))
        return -1;
    if (truncated)
        g->broken = false;
    if (c->rules && name_variant(c, game, err))
        return -1;
    if ((c->names && names_apply(c->names, game)) || (c->openings && name_opening(c, game)))
        return err_set(err, game->at, "out of memory");
    int matches = c->masters ? 1 : asks(c, w, game, err);
    if (matches < 0)
        return -1;
    g->matches = matches > 0;
    if (result->last)
        result->last->next = g;
    else
        result->first = g;
    result->last = g;
    bool dropped = g->broken && c->settings->on_error != ON_ERROR_KEEP;
    if (!may_be_wanted(c, g->matches) || dropped)
        return 0;
    if (c->counts)
        return convert_keep_counts(c, w, game, g, found->arena, err);
    if (c->spools && convert_describe(c, w, game, found->arena, &g->entry, err))
        return -1;
    return c->masters ? 0 : put_game(c, w, game, result, g, err);
}

static unsigned count_lines(struct text t)
{
    unsigned n = 0;
    for (const char *p = t.s, *end = t.s + t.n; (p = memchr(p, '\n', (size_t)(end - p))); p++)
        n++;
    return n;
}

/* A record that is too large, or an input that failed: a finding, and no game. */
static void tell_event(const struct piece *piece, struct convert_piece *result)
{
    struct finding *behind = result->found.last;
    result->last_of_games = behind;
    if (piece->oversized)
        findings_add(&result->found, FINDING_HUGE_GAME, 0, 0,
                     "%llu bytes without the beginning of another game: skipped",
                     (unsigned long long)piece->oversize);
    if (piece->failed)
        findings_add(&result->found, FINDING_READ_FAILED, 0, 0, "%s", piece->failed->msg);
    for (struct finding *f = behind ? behind->next : result->found.first; f; f = f->next)
        f->at = (struct src_pos){piece->file, piece->line, 0};
}

int convert_work(void *convert, unsigned worker, struct piece *piece, struct err *err)
{
    struct convert *c = convert;
    struct convert_worker *w = &c->workers[worker];
    struct convert_piece *result = arena_zalloc(&piece->arena, sizeof *result);
    if (!result)
        return err_set(err, (struct src_pos){.file = piece->file}, "out of memory");
    result->found.arena = &piece->arena;
    piece->result = result;
    const struct convert_input *input = &c->inputs[c->group + piece->file_index];
    struct text rest = piece->oversized ? (struct text){0} : piece->text;
    unsigned line = piece->line ? piece->line : 1;
    while (rest.n) {
        size_t used = 0;
        struct finding *behind = result->found.last;
        struct game game = {.arena = &w->arena, .at = {piece->file, line, 1}, .more = !piece->last};
        arena_reset(&w->arena);
        int rc =
            input->format->parse(&input->reader, rest.s, rest.n, &used, &game, &result->found, err);
        if (rc > 0 && !game.source.s)
            game.source = (struct text){rest.s, used};
        if (rc < 0 || (rc > 0 && convert_one(c, w, input, &game, behind, result, err)))
            return -1;
        line += count_lines((struct text){rest.s, used});
        rest = (struct text){rest.s + used, rest.n - used};
    }
    tell_event(piece, result);
    return result->found.failed
               ? err_set(err, (struct src_pos){.file = piece->file}, "out of memory")
               : 0;
}

/* ---- emitting ---- */

static bool in_ranges(const struct convert *c, uint64_t number)
{
    for (unsigned i = 0; i < c->n_ranges; i++) {
        if (number >= c->ranges[i].from && number <= c->ranges[i].to)
            return true;
    }
    return c->n_ranges == 0;
}

/* What is worth a line: errors, and what readers of other formats had to infer. */
static bool is_told(const struct convert *c, const struct finding *f)
{
    if (is_error(f))
        return true;
    return !c->settings->quiet
           && (f->code == FINDING_UNPLACED_TEXT || f->code == FINDING_INFERRED
               || f->code == FINDING_KEPT_BYTES);
}

static void tell(struct convert *c, const struct piece *piece, const struct finding *f,
                 uint64_t number)
{
    struct shown shown = {.finding = f,
                          .file = piece->file,
                          .game = number,
                          .severity = finding_kinds[f->code].severity};
    if (!is_told(c, f))
        return;
    progress_clear(&c->progress);
    print_finding(&c->printer, &shown);
    if (f->code == FINDING_READ_FAILED)
        c->status = command_worse(c->status, EXIT_IO);
    if (f->code == FINDING_HUGE_GAME)
        c->status = command_worse(c->status, EXIT_FOUND);
}

static int spool_game(struct convert *c, const struct convert_game *g, struct text bytes,
                      struct err *err)
{
    struct spool_entry entry = *g->entry;
    struct buffer whole = {0};
    buffer_add_string(&whole, g->at.file);
    if (g->at.line) /* a collection has none */
        buffer_printf(&whole, ":%u", g->at.line);
    buffer_printf(&whole, ": game %llu", (unsigned long long)c->number);
    if (entry.label.n)
        buffer_printf(&whole, ", %.*s", TEXT_ARGS(entry.label));
    entry.label = buffer_text(&whole);
    entry.bytes = bytes;
    entry.pieces = g->pieces;
    entry.is_master = c->masters;
    int rc = whole.failed ? err_set(err, g->at, "out of memory") : spool_add(c->spool, &entry, err);
    buffer_fini(&whole);
    return rc;
}

static int emit_game(struct convert *c, const struct piece *piece, const struct convert_game *g,
                     struct err *err)
{
    const struct convert_piece *result = piece->result;
    c->number++;
    if (c->masters)
        return g->entry ? spool_game(c, g, (struct text){"", 0}, err) : 0;
    c->seen++;
    const struct finding *f = g->first_finding;
    for (unsigned i = 0; i < g->n_findings; i++, f = f->next)
        tell(c, piece, f, c->number);
    if (g->broken) {
        c->broken++;
        c->status = command_worse(c->status, EXIT_FOUND);
        if (c->settings->on_error == ON_ERROR_STOP)
            return err_set(err, g->at, "game %llu is broken, and --on-error=stop was asked for",
                           (unsigned long long)c->number);
        if (c->settings->on_error == ON_ERROR_DROP) {
            c->dropped++;
            return 0;
        }
    }
    bool wanted = (g->matches && in_ranges(c, c->number)) != c->settings->inverted;
    if (!wanted || !g->pieces)
        return 0;
    struct text bytes = {g->length ? result->bytes.s + g->offset : NULL, g->length};
    int rc;
    if (c->counts)
        rc = convert_count(c, g, err);
    else if (c->spools)
        rc = spool_game(c, g, bytes, err);
    else
        rc = sink_put(c->sink, bytes, g->pieces, err);
    if (rc)
        return -1;
    c->written++;
    /* of games that wait, the first ones are known only later */
    c->enough = !c->spools && c->settings->first && c->written == c->settings->first;
    return 0;
}

int convert_emit(void *convert, struct piece *piece, struct err *err)
{
    struct convert *c = convert;
    struct convert_piece *result = piece->result;
    int rc = 0;
    if (piece->first)
        c->number = 0;
    for (const struct convert_game *g = result->first; g && rc == 0 && !c->enough; g = g->next)
        rc = emit_game(c, piece, g, err);
    const struct finding *f =
        result->last_of_games ? result->last_of_games->next : result->found.first;
    for (; f && rc == 0; f = f->next) { /* of the piece: tell_event */
        tell(c, piece, f, 0);
        c->incomplete = true;
    }
    c->lost |= result->lost;
    buffer_fini(&result->bytes);
    return rc ? rc : c->enough;
}

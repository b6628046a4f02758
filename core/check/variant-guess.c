// SPDX-License-Identifier: MIT
/*
 * Finds out which variant a game is. Tags decide; without them the moves do, and that guess is
 * always reported: letters mean Russian draughts, or a game on all 64 squares if squares of both
 * colours occur; squares above 50 mean Canadian draughts; small numbers mean a board of eight by
 * eight, where the first move fits no other. A guess that fails is compared with the other games
 * that are written the same way. Source: PDN 3.0, "GameType"; the numbers in the exports of
 * PlayStrategy.
 */
#include "core/check/variant-guess.h"

#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/check/start-position.h"
#include "core/check/variant-fit.h"

static const struct rules *named(const char *name)
{
    const struct rules *rules = NULL;
    return rules_find(text_of(name), &rules, NULL) ? NULL : rules;
}

/* ---- guessing ---- */

/*
 * The variant on all 64 squares by which most moves are legal; NULL if none allows the first move.
 * A position without moves is taken for Turkish draughts, if possible.
 * @param most set to the number of plies that are legal by it
 */
static const struct rules *best_full_board(struct checker *c, unsigned *most)
{
    const struct rules *best = NULL, *turkish = named("turkish");
    bool whole = false;
    *most = 0;
    if (!c->game->line.first)
        return turkish && variant_fit_start(c, turkish) ? turkish : NULL;
    for (unsigned i = 0; i < 2 * rules_count && !whole; i++) {
        const struct rules *r = rules_all[i % rules_count];
        unsigned n = r->board->squares != 64 ? 0
                     : i < rules_count       ? variant_fit_plies(c, r, &whole)
                                             : variant_fit_around_slip(c, r);
        if (n > *most) {
            *most = n;
            best = r;
        }
    }
    return best;
}

/*
 * If a game cannot be one of international draughts, takes a few squares above 32 for slips of the
 * pen. A game that does not begin at the start may use only small squares for a while.
 */
static void allow_slips(struct checker *c, struct variant_clues *clues)
{
    enum { ENOUGH = 6, ONE_IN = 10 }; /* moves */
    bool whole;
    if (!clues->large || clues->fen_large || clues->numbers < ENOUGH
        || clues->large > 1 + clues->numbers / ONE_IN || !clues->begins_game
        || variant_fit_plies(c, rules_international, &whole))
        return;
    clues->slips = true;
    clues->largest = 32;
}

/* Says in words how many squares are above 32. */
static const char *large_squares(bool slips) { return slips ? "almost no" : "no"; }

/* The reason for a board of 32 squares: that most moves are then legal, or only the first. */
static const char *why_small_board(struct checker *c, const struct variant_clues *clues, bool most)
{
    const char *squares = large_squares(clues->slips);
    struct text why = most ? findings_text(c->found, MESSAGE_BY_SMALL_MOVES, squares)
                           : findings_text(c->found, MESSAGE_BY_FIRST_MOVE, squares);
    return why.s ? why.s : "";
}

static const struct check_neighbours *neighbours_of(struct checker *c)
{
    struct surroundings *around = &c->around;
    if (around->find)
        around->neighbours = around->find(around->text);
    around->find = NULL;
    return &around->neighbours;
}

/*
 * Canadian draughts has 72 squares. A slip of the pen is not enough: several moves must use squares
 * above 50.
 */
static bool is_canadian(struct checker *c, const struct variant_clues *clues)
{
    enum { ENOUGH = 3 };
    bool whole;
    if (clues->letters > clues->numbers || clues->beyond > clues->above / 2
        || (clues->above < ENOUGH && !neighbours_of(c)->canadian))
        return false;
    variant_fit_plies(c, rules_international, &whole);
    return !whole;
}

/*
 * The variant that small numbers mean: English draughts, or the one by which most moves are legal.
 * NULL if they prove nothing.
 */
static const struct rules *small_board(struct checker *c, const struct variant_clues *clues,
                                       const char **why)
{
    const struct rules *english = named("english"), *other;
    const unsigned least = clues->slips ? VARIANT_FIT_BY_CHANCE : 1;
    unsigned plies;
    bool whole;
    if (!english || variant_fit_plies(c, rules_international, &whole))
        return NULL;
    if (!clues->numbers) {
        *why = MESSAGE_BY_POSITION;
        return !variant_fit_start(c, rules_international) && variant_fit_start(c, english) ? english
                                                                                           : NULL;
    }
    const bool begins_well = variant_fit_plies(c, english, &whole) >= least;
    if (begins_well || 2 * variant_fit_around_slip(c, english) > clues->numbers) {
        *why = why_small_board(c, clues, !begins_well);
        return english;
    }
    other = variant_fit_best(c, english, clues, &plies, &whole);
    *why = whole ? MESSAGE_BY_LEGALITY : why_small_board(c, clues, 2 * plies > clues->numbers);
    return plies >= least ? other : NULL;
}

/* @return the rules that the clues alone suggest; sets the reason */
static const struct rules *first_guess(struct checker *c, const struct variant_clues *clues,
                                       const char **why)
{
    const struct rules *other = NULL;
    if (clues->letters > clues->numbers || (clues->fen_letters && !clues->numbers)) {
        unsigned plies = 0;
        other = clues->light ? best_full_board(c, &plies) : NULL;
        *why = !other                       ? MESSAGE_BY_LETTERS
               : 2 * plies > clues->letters ? MESSAGE_BY_FULL_BOARD
                                            : MESSAGE_BY_BOTH_COLOURS;
        if (!other)
            other = named("russian");
    } else if (clues->largest && clues->largest <= 32) {
        other = small_board(c, clues, why);
    }
    if (other)
        return other;
    *why = "";
    return rules_international;
}

static void report_guess(struct checker *c, const struct rules *rules, const char *why)
{
    bool tagged = c->tags[TAG_GAME_TYPE] || c->tags[TAG_VARIANT];
    if (checker_reports(c))
        findings_add(c->found, FINDING_VARIANT_GUESSED, 0, 0,
                     tagged ? MESSAGE_VARIANT_ASSUMED_UNKNOWN : MESSAGE_VARIANT_ASSUMED,
                     TEXT_ARGS(checker_rules(c, rules)), why);
}

static void report_canadian(struct checker *c)
{
    c->unknown_rules = true;
    findings_add(c->found, FINDING_UNKNOWN_GAMETYPE, 0, 0, MESSAGE_CANADIAN);
}

/* The reason for taking the rules of the neighbours. */
static const char *why_theirs(struct checker *c, const struct rules *theirs)
{
    const struct check_neighbours *around = neighbours_of(c);
    const char *squares = large_squares(around->slips);
    if (!around->small_board)
        return MESSAGE_BY_NEIGHBOURS;
    struct text why = theirs->first == WHITE
                          ? findings_text(c->found, MESSAGE_BY_SMALL_BOARD_WHITE, squares)
                          : findings_text(c->found, MESSAGE_BY_SMALL_BOARD, squares);
    return why.s ? why.s : "";
}

/* The rules of the neighbouring games, unless this one is written differently. NULL: unknown */
static const struct rules *rules_of_neighbours(struct checker *c, const struct variant_clues *clues)
{
    const struct check_neighbours *around = neighbours_of(c);
    const struct rules *theirs = around->rules;
    bool other = theirs && theirs->numbering == NUMBERING_LETTERS && around->letters
                 && clues->numbers > clues->letters;
    return other ? NULL : theirs;
}

/* Whether the whole game is legal by the rules; without moves, whether its position is possible. */
static bool allows_all(struct checker *c, const struct rules *rules)
{
    bool whole;
    unsigned plies = variant_fit_plies(c, rules, &whole);
    return whole && (plies || variant_fit_start(c, rules));
}

/*
 * Whether a position without moves belongs to a board of 32 squares though a man stands on its
 * crowning row. That such a man would be possible on a larger board does not make it a position of
 * that board.
 */
static bool has_uncrowned_man(struct checker *c, const struct variant_clues *clues,
                              const struct rules *rules)
{
    struct position pos;
    return rules->board->squares == 32 && !clues->letters && !clues->numbers
           && start_position_read(c, rules, &pos, NULL)
           && !fen_check_loosely(rules, &pos, (struct src_pos){0}, NULL);
}

/*
 * Whether a game has neither moves nor a FEN that would show its board: it was decided by forfeit,
 * or not recorded.
 */
static bool is_bare(const struct checker *c, const struct variant_clues *clues)
{
    return !clues->letters && !clues->numbers && !text_trim(tag_value(c, TAG_FEN)).n;
}

/*
 * The rules of a game for which is_bare is true, judging by how the other games are written. NULL:
 * unknown
 */
static const struct rules *rules_for_bare(struct checker *c)
{
    const struct surroundings *around = &c->around;
    if (around->last_legal || around->last_read)
        return around->last_legal ? around->last_legal : around->last_read;
    return neighbours_of(c)->letters ? named("russian") : NULL;
}

/*
 * The rules of the games before this one, if no tags decide. Even then numbers up to 50 mean
 * international draughts, unless that is impossible. NULL: unknown, or they do not matter
 */
static const struct rules *rules_before(struct checker *c, const struct variant_clues *clues,
                                        const struct rules *first)
{
    if (!c->around.text.n)
        return NULL;
    if (is_bare(c, clues)) {
        const struct rules *rules = rules_for_bare(c);
        return rules != first ? rules : NULL;
    }
    return first != rules_international || !c->game->line.first ? c->around.last_legal : NULL;
}

/* Guesses by the moves, if the neighbours do not decide. */
static const struct rules *guess_by_moves(struct checker *c, const struct variant_clues *clues,
                                          const struct rules *theirs, const char **why)
{
    enum { EVIDENCE = 6, MORE = 4 }; /* plies: fewer may be legal in a rare game by chance */
    const struct rules *first = first_guess(c, clues, why);
    bool whole = false;
    unsigned plies, plies_theirs;
    if (!theirs)
        theirs = rules_before(c, clues, first);
    plies_theirs = theirs ? variant_fit_plies(c, theirs, &whole) : 0;
    if (theirs && whole
        && (plies_theirs || variant_fit_start(c, theirs) || !variant_fit_start(c, first))) {
        *why = why_theirs(c, theirs);
        return theirs;
    }
    const struct rules *best = variant_fit_best(c, first, clues, &plies, &whole);
    if (whole && plies >= EVIDENCE && best != first) {
        *why = MESSAGE_BY_LEGALITY;
        return c->around.last_legal = best;
    }
    if (whole && best == first && plies >= VARIANT_FIT_BY_CHANCE)
        c->around.last_read = best;
    if (theirs && theirs != first && !whole && plies_theirs >= plies) {
        *why = why_theirs(c, theirs);
        return theirs;
    }
    /* best_full_board has compared these, and more thoroughly */
    const bool compared = first->board->squares == 64 && best->board->squares == 64;
    if (!whole && !compared && plies >= variant_fit_plies(c, first, &whole) + MORE) {
        *why = 2 * plies > clues->letters + clues->numbers ? MESSAGE_BY_MOST_MOVES
                                                           : MESSAGE_BY_MORE_MOVES;
        return best;
    }
    return first;
}

static const struct rules *guess_rules(struct checker *c)
{
    struct variant_clues clues = variant_clues_of(c);
    const char *why = "";
    allow_slips(c, &clues);
    if (is_canadian(c, &clues)) {
        report_canadian(c);
        return first_guess(c, &clues, &why);
    }
    const struct rules *theirs = rules_of_neighbours(c, &clues);
    if (theirs && (allows_all(c, theirs) || has_uncrowned_man(c, &clues, theirs))) {
        report_guess(c, theirs, why_theirs(c, theirs));
        return theirs;
    }
    const struct rules *rules = guess_by_moves(c, &clues, theirs, &why);
    report_guess(c, rules, why);
    return rules;
}

/* ---- tags ---- */

static bool contains(struct text t, const char *word)
{
    size_t n = strlen(word);
    for (size_t i = 0; i + n <= t.n; i++)
        if (text_is_nocase((struct text){t.s + i, n}, word))
            return true;
    return false;
}

static unsigned type_number(struct text type)
{
    unsigned number = 0;
    type = text_trim(type);
    for (size_t i = 0; i < type.n && ascii_is_digit(type.s[i]) && number < 1000; i++)
        number = number * 10 + (unsigned)(type.s[i] - '0');
    return number;
}

/* Whether the meaning of a GameType number depends on the rest of the game. */
static bool may_be_foreign(unsigned type) { return type == 27 || type == 31 || type == 32; }

/*
 * Understands PlayStrategy's own numbers, if the site is named, or if PDN's game of that number has a
 * larger board, or there is none.
 */
static const struct rules *foreign_rules(struct checker *c, struct text type)
{
    static const struct {
        unsigned number;
        const char *name;
    } theirs[] = {{27, "pool"}, {31, "portuguese"}, {32, "english"}};
    unsigned number = type_number(type);
    if (!may_be_foreign(number))
        return NULL;
    bool by_site = contains(tag_value(c, TAG_SITE), "playstrategy.org");
    if (!by_site) {
        struct variant_clues clues = variant_clues_of(c);
        bool small =
            clues.letters ? clues.last_letter <= 'h' : clues.largest && clues.largest <= 32;
        if (number == 31 || !small) /* 31 is Thai draughts in PDN, on a board of that size */
            return NULL;
    }
    for (size_t i = 0; i < ARRAY_LEN(theirs); i++) {
        const struct rules *rules = theirs[i].number == number ? named(theirs[i].name) : NULL;
        if (!rules)
            continue;
        if (checker_reports(c))
            checker_report_tag(
                c, FINDING_FOREIGN_GAMETYPE, c->tags[TAG_GAME_TYPE],
                findings_text(c->found,
                              by_site ? MESSAGE_GAMETYPE_ON_SITE : MESSAGE_GAMETYPE_BY_BOARD,
                              number, TEXT_ARGS(checker_rules(c, rules))),
                (struct text){0});
        return rules;
    }
    return NULL;
}

/*
 * Reads several names separated by slashes, as in "American/English", and takes the first known
 * one.
 */
static const struct rules *one_of_names(struct checker *c, struct text variant)
{
    for (size_t from = 0; from < variant.n;) {
        const char *stroke = memchr(variant.s + from, '/', variant.n - from);
        size_t to = stroke ? (size_t)(stroke - variant.s) : variant.n;
        const struct rules *rules = NULL;
        if (!rules_find((struct text){variant.s + from, to - from}, &rules, NULL)) {
            if (checker_reports(c))
                checker_report_tag(c, FINDING_FOREIGN_GAMETYPE, c->tags[TAG_VARIANT],
                                   findings_text(c->found, MESSAGE_VARIANT_READ_AS,
                                                 TEXT_ARGS(variant),
                                                 TEXT_ARGS(checker_rules(c, rules))),
                                   (struct text){0});
            return rules;
        }
        from = to + 1;
    }
    return NULL;
}

static bool is_kept(const char *kept, struct text t)
{
    return t.n < sizeof((struct checker){0}).last_type && strlen(kept) == t.n
           && memcmp(kept, t.s ? t.s : "", t.n) == 0;
}

static void keep(char kept[64], struct text t)
{
    if (t.n < 64 && t.n)
        memcpy(kept, t.s, t.n);
    kept[t.n < 64 ? t.n : 0] = '\0';
}

/* Reports what is odd about tags that name a game. */
static void report_fit(struct checker *c, enum tags_fit fit, const struct rules *rules)
{
    const struct tag *type = c->tags[TAG_GAME_TYPE], *variant = c->tags[TAG_VARIANT];
    const struct text title = checker_rules(c, rules);
    switch (fit) {
    case TAGS_FIT:
    case TAGS_SQUARES_DIFFER:
        break;
    case TAGS_CORNER_DIFFERS:
        checker_report_tag(c, FINDING_GAMETYPE_CORNER, type,
                           findings_text(c->found, MESSAGE_GAMETYPE_CORNER, TEXT_ARGS(type->value),
                                         TEXT_ARGS(title)),
                           (struct text){0});
        break;
    case TAGS_FIELDS_DIFFER:
        checker_report_tag(c, FINDING_GAMETYPE_CONTRADICTION, type,
                           findings_text(c->found, MESSAGE_GAMETYPE_FIELDS, TEXT_ARGS(type->value),
                                         TEXT_ARGS(title)),
                           (struct text){0});
        break;
    case TAGS_GAMES_DIFFER:
        checker_report_tag(c, FINDING_GAMETYPE_CONTRADICTION, variant,
                           findings_text(c->found, MESSAGE_GAMETYPE_AND_VARIANT,
                                         TEXT_ARGS(type->value), TEXT_ARGS(variant->value),
                                         TEXT_ARGS(title)),
                           (struct text){0});
        break;
    case TAGS_NAME_IS_LOOSE:
        checker_report_tag(c, FINDING_FOREIGN_GAMETYPE, variant,
                           findings_text(c->found, MESSAGE_VARIANT_READ_AS,
                                         TEXT_ARGS(variant->value), TEXT_ARGS(title)),
                           (struct text){0});
        break;
    }
}

/* The value of a tag; empty if it names no variant. */
static struct text known_value(const struct checker *c, enum tag_id id)
{
    struct text value = tag_value(c, id);
    return rules_tag_names_no_game(value) ? (struct text){0} : value;
}

/* @return the rules that the tags name, NULL if they name none */
static const struct rules *rules_by_tags(struct checker *c)
{
    struct text type = known_value(c, TAG_GAME_TYPE), variant = known_value(c, TAG_VARIANT);
    const struct rules *rules = NULL;
    struct err err = {0};
    enum tags_fit fit;
    if (!type.n && !variant.n)
        return NULL;
    if (c->last_rules && is_kept(c->last_type, type) && is_kept(c->last_variant, variant))
        return c->last_rules;
    if (!variant.n && (rules = foreign_rules(c, type)))
        return rules;
    int got = rules_of_tags(type, variant, &rules, &fit, &err);
    if (got < 0 && (rules = one_of_names(c, variant)))
        return rules;
    c->unknown_rules = got < 0 && rules_unsupported(type, variant);
    if (got < 0)
        checker_report_tag(c, FINDING_UNKNOWN_GAMETYPE,
                           c->tags[variant.n ? TAG_VARIANT : TAG_GAME_TYPE],
                           findings_text(c->found, "%s", err.msg), (struct text){0});
    if (got < 0 && variant.n && !c->unknown_rules) { /* the other tag may be known */
        got = rules_of_tags(type, (struct text){0}, &rules, &fit, NULL);
        c->unknown_rules = got < 0 && rules_unsupported(type, (struct text){0});
    }
    if (got != 1)
        return NULL;
    if (checker_reports(c))
        report_fit(c, fit, rules);
    if (fit == TAGS_FIT && !err.msg[0] && !may_be_foreign(type_number(type))) {
        keep(c->last_type, type);
        keep(c->last_variant, variant);
        c->last_rules = type.n < 64 && variant.n < 64 ? rules : NULL;
    }
    return rules;
}

int variant_guess_rules(struct checker *c)
{
    const struct rules *rules = c->options.variant;
    if (!rules)
        rules = c->game->rules; /* the format itself states it */
    if (!rules)
        rules = rules_by_tags(c);
    c->game->rules_guessed = !rules;
    if (!rules)
        rules = c->unknown_rules ? rules_international : guess_rules(c);
    c->reader = checker_reader(c, rules);
    c->game->rules = rules;
    return c->reader ? 0 : -1;
}

// SPDX-License-Identifier: MIT
/*
 * An explicit stack of paths to visit; a folder puts its entries on it in reverse order, so that
 * they come off sorted.
 */
#include "core/base/walk.h"

#include "core/base/archive.h"
#include "core/base/array.h"
#include "core/base/compressor.h"
#include "core/base/hashtable.h"
#include "core/base/keyset.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct entry {
    char *path;   /* owned */
    bool operand; /* the user named this very path */
};

struct stack {
    struct entry *entries;
    size_t n, room;
};

static int push(struct stack *stack, char *path, bool operand, struct err *err)
{
    if (!path || !ARRAY_GROW(stack->entries, stack->n, stack->room)) {
        free(path);
        return err_memory(err);
    }
    stack->entries[stack->n++] = (struct entry){path, operand};
    return 0;
}

/* The path is handed over. */
static int add_path(struct walk *walk, char *path, bool found, struct err *err)
{
    if (!ARRAY_GROW(walk->paths, walk->n, walk->room)
        || !ARRAY_GROW(walk->found, walk->n, walk->room_found)) {
        free(path);
        return err_memory(err);
    }
    walk->found[walk->n] = found;
    walk->paths[walk->n++] = path;
    return 0;
}

/* The path is handed over. */
static int add_failure(struct walk *walk, char *path, const char *what, const char *why,
                       struct err *err)
{
    char **names = realloc(walk->names, (walk->n_failures + 1) * sizeof *names);
    struct err *failures = realloc(walk->failures, (walk->n_failures + 1) * sizeof *failures);
    walk->names = names ? names : walk->names;
    walk->failures = failures ? failures : walk->failures;
    if (!names || !failures) {
        free(path);
        return err_memory(err);
    }
    struct err failure = {0};
    err_file(&failure, path, "%s%s", what, why);
    walk->names[walk->n_failures] = path;
    walk->failures[walk->n_failures++] = failure;
    return 0;
}

/*
 * Which files of a folder are added: those with one of the extensions, or those that `wanted`
 * accepts.
 */
struct choice {
    const char *const *extensions; /* ended by NULL; NULL: ask `wanted` */
    bool (*wanted)(struct text name);
};

static bool has_extension(struct text name, const char *extension)
{
    const size_t n = strlen(extension);
    return name.n > n && text_is_nocase((struct text){name.s + name.n - n, n}, extension);
}

static bool is_wanted(const struct choice *choice, const char *path)
{
    const struct text name = compressor_strip_suffix(text_of(path));
    if (!choice->extensions)
        return choice->wanted(name);
    for (const char *const *e = choice->extensions; *e; e++)
        if (has_extension(name, *e))
            return true;
    return false;
}

/* Notes a file in a folder that is not wanted. Its path is handed over. */
static void pass_over(struct walk *walk, char *path)
{
    const bool is_text = path && has_extension(compressor_strip_suffix(text_of(path)), ".txt");
    if (is_text && walk->n_texts++ == 0)
        walk->first_text = path;
    else
        free(path);
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static char *join(const char *folder, const char *name)
{
    size_t n = strlen(folder), m = strlen(name) + 1;
    bool slash = n > 0 && folder[n - 1] == '/';
    char *path = malloc(n + !slash + m);
    if (!path)
        return NULL;
    memcpy(path, folder, n);
    path[n] = '/';
    memcpy(path + n + !slash, name, m);
    return path;
}

static void free_names(char **names, size_t n)
{
    while (n > 0)
        free(names[--n]);
    free(names);
}

/*
 * @return the names in a folder, sorted; NULL with errno: never a part of them, passed off as all
 */
static char **read_names(const char *path, size_t *n)
{
    DIR *dir = access(path, X_OK) == 0 ? opendir(path) : NULL;
    char **names = NULL;
    size_t room = 0;
    *n = 0;
    if (!dir)
        return NULL;
    for (struct dirent *d; errno = 0, (d = readdir(dir));) {
        if (d->d_name[0] == '.')
            continue;
        if (!ARRAY_GROW(names, *n, room) || !(names[*n] = strdup(d->d_name)))
            break;
        ++*n;
    }
    const int why = errno;
    closedir(dir);
    if (why) {
        free_names(names, *n);
        errno = why;
        return NULL;
    }
    if (*n)
        qsort(names, *n, sizeof *names, by_bytes);
    return names ? names : calloc(1, sizeof *names);
}

/* Puts the entries of a folder on the stack. The entry's path is handed over. */
static int open_folder(struct walk *walk, struct stack *stack, struct entry entry, struct err *err)
{
    size_t n;
    int rc = 0;
    char **names = read_names(entry.path, &n);
    if (!names)
        return add_failure(walk, entry.path, "cannot read: ", strerror(errno), err);
    for (size_t i = n; i-- > 0 && rc == 0;)
        rc = push(stack, join(entry.path, names[i]), false, err);
    free_names(names, n);
    free(entry.path);
    return rc;
}

/* Whether a folder is to be searched; `st` is what the path leads to. */
static bool is_searched(const struct entry *entry, const struct stat *st)
{
    struct stat own;
    return S_ISDIR(st->st_mode)
           && (entry->operand || (lstat(entry->path, &own) == 0 && S_ISDIR(own.st_mode)));
}

struct archive_walk {
    struct walk *walk;
    const struct choice *choice;
    size_t length; /* of the archive's path, with its slash */
    struct keyset names;
};

/*
 * Whether a file in an archive, or a folder above it, is hidden, as in __MACOSX/._games.pdn. Hidden
 * files in directories are left out too.
 */
static bool is_hidden(const char *name)
{
    for (const char *end; *name; name = *end ? end + 1 : end) {
        end = name + strcspn(name, "/");
        const struct text part = {name, (size_t)(end - name)};
        if (*name == '.' && !text_is(part, ".") && !text_is(part, ".."))
            return true;
    }
    return false;
}

static int add_member(void *ctx, const char *name, struct err *err)
{
    struct archive_walk *a = ctx;
    if (is_hidden(name + a->length))
        return 0;
    char *copy = strdup(name);
    if (copy && has_extension(text_of(name), ".zip"))
        return add_failure(a->walk, copy,
                           "cannot read: ", "an archive within an archive; unpack the outer one",
                           err);
    if (copy && !is_wanted(a->choice, name)) {
        pass_over(a->walk, copy);
        return 0;
    }
    const int is_new = copy ? keyset_add(&a->names, hashtable_hash(name, strlen(name))) : -1;
    if (is_new < 0) {
        free(copy);
        return err_memory(err);
    }
    return is_new ? add_path(a->walk, copy, true, err)
                  : add_failure(a->walk, copy,
                                "cannot read: ", "an earlier file in the archive has the same name",
                                err);
}

/* Orders paths as folders are searched: part by part, so that `a/x` comes before `a.pdn`. */
static int by_parts(const void *a, const void *b)
{
    const char *s = *(char *const *)a, *t = *(char *const *)b;
    while (*s && *s == *t) {
        s++;
        t++;
    }
    const int x = *s == '/' ? 1 : (unsigned char)*s, y = *t == '/' ? 1 : (unsigned char)*t;
    return (x > y) - (x < y);
}

/* Adds the files of an archive, as of a folder. The entry's path is handed over. */
static int open_archive(struct walk *walk, struct entry entry, const struct choice *choice,
                        struct err *err)
{
    struct archive_walk a = {walk, choice, strlen(entry.path) + 1, {0}};
    struct err why = {0};
    const size_t before = walk->n;
    int rc = archive_list(entry.path, add_member, &a, &why);
    keyset_fini(&a.names);
    if (walk->n > before) /* all of them exist, so `found` need not be sorted */
        qsort(walk->paths + before, walk->n - before, sizeof *walk->paths, by_parts);
    if (rc)
        return add_failure(walk, entry.path, "cannot read: ", why.msg, err);
    free(entry.path);
    return 0;
}

/*
 * Whether a name in a folder is of no concern: a file that is gone now, or a link that leads nowhere
 * and is not named like a game file.
 */
static bool is_gone(const struct entry *entry, const struct choice *choice, int why)
{
    struct stat own;
    return (why == ENOENT || why == ENOTDIR || why == ELOOP)
           && (lstat(entry->path, &own) || !is_wanted(choice, entry->path));
}

/* The entry's path is handed over. */
static int visit(struct walk *walk, struct stack *stack, struct entry entry,
                 const struct choice *choice, struct err *err)
{
    struct stat st;
    bool found = strcmp(entry.path, "-") != 0 && stat(entry.path, &st) == 0;
    const int why = found ? 0 : errno;
    if (!found && !entry.operand && !is_gone(&entry, choice, why))
        return add_failure(walk, entry.path, "cannot read: ", strerror(why), err);
    if (found && is_searched(&entry, &st))
        return open_folder(walk, stack, entry, err);
    if (found && S_ISREG(st.st_mode) && archive_is_zip(entry.path))
        return open_archive(walk, entry, choice, err);
    /* An operand that does not exist is reported when it is opened. */
    if (entry.operand || (found && S_ISREG(st.st_mode) && is_wanted(choice, entry.path)))
        return add_path(walk, entry.path, !entry.operand, err);
    pass_over(walk, entry.path);
    return 0;
}

static int add(struct walk *walk, const char *operand, const struct choice *choice, struct err *err)
{
    struct stack stack = {0};
    unsigned before = walk->n + walk->n_failures;
    int rc = push(&stack, strdup(operand), true, err);
    while (stack.n > 0) {
        struct entry entry = stack.entries[--stack.n];
        if (rc == 0)
            rc = visit(walk, &stack, entry, choice, err);
        else
            free(entry.path);
    }
    free(stack.entries);
    if (rc == 0 && choice->wanted && walk->n + walk->n_failures == before) {
        char *path = strdup(operand);
        rc = path ? add_failure(walk, path, "contains no game files", "", err) : err_memory(err);
    }
    return rc;
}

int walk_add(struct walk *walk, const char *operand, const char *const *extensions, struct err *err)
{
    return add(walk, operand, &(struct choice){.extensions = extensions}, err);
}

int walk_add_wanted(struct walk *walk, const char *operand, bool (*wanted)(struct text name),
                    struct err *err)
{
    return add(walk, operand, &(struct choice){.wanted = wanted}, err);
}

static int add_all(struct walk *walk, char *const *operands, int n, const struct choice *choice,
                   struct err *err)
{
    if (n == 0)
        return add(walk, "-", choice, err);
    for (int i = 0; i < n; i++)
        if (add(walk, operands[i], choice, err))
            return -1;
    return 0;
}

int walk_operands(struct walk *walk, char *const *operands, int n, const char *const *extensions,
                  struct err *err)
{
    return add_all(walk, operands, n, &(struct choice){.extensions = extensions}, err);
}

int walk_operands_wanted(struct walk *walk, char *const *operands, int n,
                         bool (*wanted)(struct text name), struct err *err)
{
    return add_all(walk, operands, n, &(struct choice){.wanted = wanted}, err);
}

void walk_remove(struct walk *walk, unsigned i)
{
    free(walk->paths[i]);
    walk->n--;
    memmove(walk->paths + i, walk->paths + i + 1, (walk->n - i) * sizeof *walk->paths);
    memmove(walk->found + i, walk->found + i + 1, (walk->n - i) * sizeof *walk->found);
}

void walk_fini(struct walk *walk)
{
    for (unsigned i = 0; i < walk->n; i++)
        free(walk->paths[i]);
    for (unsigned i = 0; i < walk->n_failures; i++)
        free(walk->names[i]);
    free(walk->paths);
    free(walk->found);
    free(walk->names);
    free(walk->failures);
    free(walk->first_text);
    *walk = (struct walk){0};
}

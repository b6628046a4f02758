// SPDX-License-Identifier: MIT
/* YAML: whatever comes, the tree is whole, and each key occurs once in its map. */
#include "core/base/yaml.h"

#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

/* Maps nest at most YAML_DEPTH_MAX deep. */
static void look_at(const struct yaml_node *node)
{
    unsigned n = 0;
    for (const struct yaml_node *item = node->first; item; item = item->next, n++) {
        if ((node->kind == YAML_MAP) != (item->key != NULL))
            abort();
        if (node->kind == YAML_MAP && yaml_get(node, item->key) != item)
            abort();
        look_at(item);
    }
    if (n != node->n || (node->kind == YAML_SCALAR && !node->text))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct arena arena = {0};
    struct yaml_node *root = NULL;
    struct err err = {0};
    if (yaml_parse("fuzz", (const char *)bytes, n, &arena, &root, &err) == 0)
        look_at(root);
    else if (!err.msg[0])
        abort();
    arena_fini(&arena);
    return 0;
}

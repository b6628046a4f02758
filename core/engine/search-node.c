// SPDX-License-Identifier: MIT
#include "core/engine/search-node.h"

void search_node_start(const struct eval *eval, const struct position *pos,
                       struct search_node *node)
{
    node->pos = *pos;
    node->reversible = 0;
    node->key = position_key(eval->rules, pos);
    eval_start(eval, pos, &node->sums);
}

// SPDX-License-Identifier: MIT
/* How much a test looks at. The usual run does all that is promised; where the same code is tried again with another
 * compiler, without its optional parts or under a sanitizer (DAMA_TEST_SHORT=1, see tools/test), a part of it is enough. */
#ifndef DAMA_TESTS_LIB_EFFORT_H
#define DAMA_TESTS_LIB_EFFORT_H

#include <stdlib.h>

static inline unsigned effort(unsigned usual, unsigned brief)
{
    return getenv("DAMA_TEST_SHORT") ? brief : usual;
}

#endif

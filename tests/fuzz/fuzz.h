// SPDX-License-Identifier: MIT
/*
 * What a fuzz target gives: one function that reads the bytes and must not crash, whatever they
 * are.
 */
#ifndef DAMA_TESTS_FUZZ_FUZZ_H
#define DAMA_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/** @return 0 */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

#endif

// SPDX-License-Identifier: MIT
/*
 * Nearly all time is spent in search.c and eval-score.c. For x86-64 they are built twice: for every
 * processor, and for those with AVX2, BMI and POPCNT (Intel since 2013, AMD since 2015). In the
 * second build the names below end in _avx2, so that both fit into one program. Both give the same
 * answers; engine_open chooses between them.
 */
#ifndef DAMA_CORE_ENGINE_CPU_H
#define DAMA_CORE_ENGINE_CPU_H

#ifdef ENGINE_CPU_AVX2
# define search_root   search_root_avx2
# define eval_score    eval_score_avx2
# define eval_features eval_features_avx2
#endif

#endif

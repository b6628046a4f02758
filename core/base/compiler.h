// SPDX-License-Identifier: MIT
/*
 * What C11 does not offer and compilers do, each behind a name of ours and each with a plain fallback.
 */
#ifndef DAMA_CORE_BASE_COMPILER_H
#define DAMA_CORE_BASE_COMPILER_H

#if defined(__GNUC__)
# define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
# define ALWAYS_INLINE            inline __attribute__((always_inline))
# define NEVER_INLINE             __attribute__((noinline))
# define LIKELY(x)                __builtin_expect(!!(x), 1)
# define UNLIKELY(x)              __builtin_expect(!!(x), 0)
#else
# define PRINTF_LIKE(text, first)
# define ALWAYS_INLINE inline
# define NEVER_INLINE
# define LIKELY(x)   (x)
# define UNLIKELY(x) (x)
#endif

#endif

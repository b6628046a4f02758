// SPDX-License-Identifier: MIT
/*
 * Compiler extensions beyond C11, each behind a macro of ours with a plain fallback.
 */
#ifndef DAMA_CORE_BASE_COMPILER_H
#define DAMA_CORE_BASE_COMPILER_H

#include <stdint.h>

/**
 * Counts bits without a popcnt instruction: sums of 2, 4 and 8 bits side by side, then of all
 * bytes.
 */
static inline unsigned compiler_popcount(uint64_t set)
{
    set -= set >> 1 & 0x5555555555555555;
    set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333);
    set = (set + (set >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return (unsigned)(set * 0x0101010101010101 >> 56);
}

#if defined(__GNUC__)
# define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
# define ALWAYS_INLINE            inline __attribute__((always_inline))
# define NEVER_INLINE             __attribute__((noinline))
# define LIKELY(x)                __builtin_expect(!!(x), 1)
# define UNLIKELY(x)              __builtin_expect(!!(x), 0)
# define PREFETCH(address)        __builtin_prefetch(address)
/* Bits of a uint64_t: how many are set, the lowest, the highest; the last two not for 0. */
# if defined(__x86_64__) && !defined(__POPCNT__)
#  define POPCOUNT64(x) \
   compiler_popcount(x) /* the built-in would be a function call and take twice as long */
# else
#  define POPCOUNT64(x) ((unsigned)__builtin_popcountll(x))
# endif
# define LOWEST64(x)  ((unsigned)__builtin_ctzll(x))
# define HIGHEST64(x) (63U - (unsigned)__builtin_clzll(x))
#else
# define PRINTF_LIKE(text, first)
# define ALWAYS_INLINE inline
# define NEVER_INLINE
# define LIKELY(x)         (x)
# define UNLIKELY(x)       (x)
# define PREFETCH(address) ((void)(address))
# define POPCOUNT64(x)     compiler_popcount(x)
# define LOWEST64(x)       compiler_popcount(((x) & (~(x) + 1)) - 1)
# define HIGHEST64(x)      compiler_highest(x)
static inline unsigned compiler_highest(uint64_t x)
{
    unsigned n = 0;
    while (x >>= 1)
        n++;
    return n;
}
#endif

/*
 * A function marked TARGET_COUNTS_BITS is compiled for processors with popcnt and BMI (x86 since
 * about 2013) and may be called only where CPU_COUNTS_BITS() is true. Other architectures count
 * bits in their ordinary build.
 */
#if defined(__GNUC__) && defined(__x86_64__)
# define TARGET_COUNTS_BITS __attribute__((target("popcnt,bmi,bmi2")))
# define CPU_COUNTS_BITS()                                           \
  (__builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") \
   && __builtin_cpu_supports("bmi2"))
#else
# define TARGET_COUNTS_BITS
# define CPU_COUNTS_BITS() 1
#endif

/* Whether the processor has AVX2, for the code that is compiled for it: see core/engine/cpu.h. */
#if defined(__GNUC__) && defined(__x86_64__)
# define CPU_HAS_AVX2() (__builtin_cpu_supports("avx2") && CPU_COUNTS_BITS())
#else
# define CPU_HAS_AVX2() 0
#endif

#endif

/* Bit operations that the kernels share. Header-only C11, no Python.h.
 *
 * The x86-64 baseline has no popcnt instruction, and gcc then calls a library
 * function for __builtin_popcountll. So no hot path counts the bits of a whole
 * word: sums are kept in counters, and nibbles are looked up in a constant that
 * fits a register.
 */
#ifndef HF_BITS_H
#define HF_BITS_H

#include <stdint.h>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
static inline int hf_ctz32(uint32_t x) { unsigned long i; _BitScanForward(&i, x); return (int)i; }
static inline int hf_ctz64(uint64_t x)
{
#if defined(_M_X64) || defined(_M_ARM64)
    unsigned long i;
    _BitScanForward64(&i, x);
    return (int)i;
#else
    return (uint32_t)x ? hf_ctz32((uint32_t)x) : 32 + hf_ctz32((uint32_t)(x >> 32));
#endif
}
#define HF_UNLIKELY(x) (x)
#else
static inline int hf_ctz32(uint32_t x) { return __builtin_ctz(x); }
static inline int hf_ctz64(uint64_t x) { return __builtin_ctzll(x); }
#define HF_UNLIKELY(x) __builtin_expect(!!(x), 0)
#endif

/* Number of set bits; for totals, not for inner loops (see above). */
static inline int hf_popcount64(uint64_t x)
{
    x -= (x >> 1) & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + ((x >> 2) & UINT64_C(0x3333333333333333));
    x = (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int)((x * UINT64_C(0x0101010101010101)) >> 56);
}

/* Number of set bits of a 4-bit value: digit x of the constant. */
static inline int hf_popcount4(uint32_t x)
{
    return (int)((UINT64_C(0x4332322132212110) >> (4 * x)) & 7);
}

#endif

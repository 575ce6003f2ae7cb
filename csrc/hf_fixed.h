/* Roots and logarithms of whole numbers, the same on every platform. Header-only C11, no Python.h. */
#ifndef HF_FIXED_H
#define HF_FIXED_H

#include <stdint.h>

/* The square root of x, rounded down. */
static inline uint32_t hf_isqrt(uint64_t x)
{
    uint64_t root = 0, bit = UINT64_C(1) << 62;
    while (bit > x)
        bit >>= 2;
    for (; bit; bit >>= 2) {
        if (x >= root + bit) {
            x -= root + bit;
            root = (root >> 1) + bit;
        } else {
            root >>= 1;
        }
    }
    return (uint32_t)root;
}

/* The logarithm of x to base 2, in thousandths, rounded down; x >= 1.
 *
 * The mantissa is a 32-bit number in which 2^31 stands for 1. Squaring it doubles its logarithm:
 * if the square reaches 2, the next binary digit of the logarithm is 1. The result is cut off after
 * twenty digits, so about one x in two thousand gets one thousandth too few, on every platform alike. */
static inline int32_t hf_log2_milli(uint64_t x)
{
    int32_t whole = 0;
    uint64_t mantissa, fraction = 0;
    while (x >> whole > 1)
        whole++;
    mantissa = whole > 31 ? x >> (whole - 31) : x << (31 - whole);
    for (int digit = 0; digit < 20; digit++) {
        mantissa = (mantissa * mantissa) >> 31;
        fraction <<= 1;
        if (mantissa >> 32) {
            mantissa >>= 1;
            fraction |= 1;
        }
    }
    return (int32_t)((((uint64_t)whole << 20 | fraction) * 1000) >> 20);
}

#endif

/* Random numbers that are the same on every machine. Header-only C11, no Python.h.
 *
 * The generator is xoshiro256** by David Blackman and Sebastiano Vigna (four
 * 64-bit words of state, period 2^256 - 1), seeded by Vigna's SplitMix64. Both are in
 * the public domain; their published test vectors are in tests/support/test_random.py.
 *
 *     stream (seed, index):  start = mix(mix(seed) + index),  s[0..3] = SplitMix64 from start
 *
 * mix is a bijection, so no two indices of a seed share a start. Bounded numbers use
 * Lemire's multiply-and-shift with rejection: exactly uniform, integers only, and hardly
 * ever a division. Any change here changes every puzzle ever made, so it needs a new
 * generator version.
 */
#ifndef HF_RANDOM_H
#define HF_RANDOM_H

#include <stdint.h>

typedef struct { uint64_t s[4]; } hf_random;

/* The finaliser of SplitMix64: a bijection in which every bit depends on every bit. */
static inline uint64_t hf_mix64(uint64_t x)
{
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* The next number of SplitMix64. */
static inline uint64_t hf_split_next(uint64_t *state)
{
    *state += UINT64_C(0x9e3779b97f4a7c15);
    return hf_mix64(*state);
}

/* Begin the stream of one index of a seed. */
static inline void hf_random_start(hf_random *r, uint64_t seed, uint64_t index)
{
    uint64_t state = hf_mix64(hf_mix64(seed) + index);
    for (int i = 0; i < 4; i++)
        r->s[i] = hf_split_next(&state);
}

static inline uint64_t hf_rotate_left(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

/* 64 random bits. */
static inline uint64_t hf_random_next(hf_random *r)
{
    uint64_t *s = r->s;
    uint64_t result = hf_rotate_left(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = hf_rotate_left(s[3], 45);
    return result;
}

/* A number from 0 to n - 1, each equally likely; n is at least 1. */
static inline uint32_t hf_random_below(hf_random *r, uint32_t n)
{
    uint64_t wide = (hf_random_next(r) >> 32) * n;
    if ((uint32_t)wide < n) {
        /* (2^32 - n) % n: draws below it are rejected, or some results would be more likely. */
        uint32_t uneven = (0u - n) % n;
        while ((uint32_t)wide < uneven)
            wide = (hf_random_next(r) >> 32) * n;
    }
    return (uint32_t)(wide >> 32);
}

/* A number from 0 to n - 1 from the front of a random fraction, in 1/2^64, of which the rest stays. A few small numbers
 * can be had from one fraction: each takes as many bits as n has, and without these it is as uniform as they allow. */
static inline uint32_t hf_random_part(uint64_t *fraction, uint32_t n)
{
    uint64_t low = (*fraction & UINT32_MAX) * n, high = (*fraction >> 32) * n + (low >> 32);
    *fraction = high << 32 | (low & UINT32_MAX);
    return (uint32_t)(high >> 32);
}

/* Whether something with a chance of `share` in 65536 happens. */
static inline int hf_random_chance(hf_random *r, uint32_t share)
{
    return (hf_random_next(r) >> 48) < share;
}

#endif

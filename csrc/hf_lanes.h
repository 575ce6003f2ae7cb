/* Words of lanes: one bit each for many boards that are worked on at once. Header-only C11, no Python.h.
 *
 * gcc and clang have vectors, for which &, |, ^ and ~ are single instructions on any
 * processor of 64 bits. Other compilers get plain words of half as many lanes, and twice
 * as many of them. HF_PLAIN_LANES asks for those, too. What is computed in one lane never
 * depends on another, so the results are the same.
 */
#ifndef HF_LANES_H
#define HF_LANES_H

#include <stdint.h>

#if defined(__GNUC__) && !defined(HF_PLAIN_LANES)

#define HF_LANE_WORDS 2
typedef uint64_t hf_lanes __attribute__((vector_size(16), aligned(8)));
typedef uint64_t hf_lane_word __attribute__((may_alias));

static inline int hf_any_lane(hf_lanes x) { return (x[0] | x[1]) != 0; }
static inline hf_lanes hf_lanes_of(const uint64_t *words) { return (hf_lanes){ words[0], words[1] }; }

#else

#define HF_LANE_WORDS 1
typedef uint64_t hf_lanes;
typedef uint64_t hf_lane_word;

static inline int hf_any_lane(hf_lanes x) { return x != 0; }
static inline hf_lanes hf_lanes_of(const uint64_t *words) { return words[0]; }

#endif

static inline hf_lanes hf_no_lanes(void) { return hf_lanes_of((const uint64_t[2]){ 0, 0 }); }

/* The lanes 64 k to 64 k + 63 of a word. */
static inline uint64_t hf_64_lanes(const hf_lanes *x, int k) { return ((const hf_lane_word *)x)[k]; }

#endif

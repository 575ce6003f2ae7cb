/* Atomic operations on data that worker threads share. Header-only C11, no Python.h. */
#ifndef HF_ATOMIC_H
#define HF_ATOMIC_H

#include <stdint.h>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
static inline int64_t hf_fetch_add(int64_t *p, int64_t n) { return _InterlockedExchangeAdd64((__int64 volatile *)p, n); }
static inline int64_t hf_load(int64_t *p) { return _InterlockedOr64((__int64 volatile *)p, 0); }
static inline void hf_store(int64_t *p, int64_t x) { _InterlockedExchange64((__int64 volatile *)p, x); }
#else
static inline int64_t hf_fetch_add(int64_t *p, int64_t n) { return __atomic_fetch_add(p, n, __ATOMIC_RELAXED); }
static inline int64_t hf_load(int64_t *p) { return __atomic_load_n(p, __ATOMIC_RELAXED); }
static inline void hf_store(int64_t *p, int64_t x) { __atomic_store_n(p, x, __ATOMIC_RELAXED); }
#endif

#endif

/* Red zones between the arrays of one arena, for sanitizer builds.
 *
 * The kernels carve many arrays out of one allocation. AddressSanitizer sees
 * only the allocation, so it would miss a write past the end of one array into
 * the next. In its builds, poisoned bytes follow every array. In normal builds
 * all of this compiles to nothing.
 */
#ifndef HF_MEMORY_H
#define HF_MEMORY_H

#include <stddef.h>

#if defined(__SANITIZE_ADDRESS__)
#define HF_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HF_ASAN 1
#endif
#endif

#ifdef HF_ASAN
#include <sanitizer/asan_interface.h>
enum { HF_REDZONE = 32 };
static inline void hf_poison(void *p, size_t n) { ASAN_POISON_MEMORY_REGION(p, n); }
static inline void hf_unpoison(void *p, size_t n) { ASAN_UNPOISON_MEMORY_REGION(p, n); }
#else
enum { HF_REDZONE = 0 };
static inline void hf_poison(void *p, size_t n) { (void)p; (void)n; }
static inline void hf_unpoison(void *p, size_t n) { (void)p; (void)n; }
#endif

#endif

#include "kernels.h"
#include "sets.h"

/*
 * An explicit table rather than `target_clones`: a test can then run every set on one machine, and it needs no ifunc
 * support from the C library, which a static musl build lacks.
 */

const cr_kernels *cr_chosen_kernels = &cr_kernels_baseline;

#if defined(__x86_64__)
static int has_avx2(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2");
}
#endif

__attribute__((constructor(101))) static void choose(void) {
#if defined(__x86_64__)
    if (has_avx2()) cr_chosen_kernels = &cr_kernels_avx2;
#endif
}

const cr_kernels *cr_kernels_available(int index) {
    if (index == 0) return &cr_kernels_baseline;
#if defined(__x86_64__)
    if (index == 1 && has_avx2()) return &cr_kernels_avx2;
#endif
    return NULL;
}

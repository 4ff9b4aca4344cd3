#if defined(__x86_64__)

#include "kernels.h"
#include "sets.h"

/* One file of the target cannot have its own compiler flags in a package manifest; this does the same. */
#if !defined(__clang__)
#pragma GCC target("avx2")
#endif

#include <immintrin.h>
#include <string.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#endif

#include "lanes/avx2.h"

#include "kernels/all.h"

const cr_kernels cr_kernels_avx2 = CR_KERNELS("AVX2");

#if defined(__clang__)
#pragma clang attribute pop
#endif

#endif

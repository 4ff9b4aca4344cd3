#if defined(__x86_64__)

#include "kernels.h"
#include "sets.h"

#include <immintrin.h>
#include <string.h>

/* One file of the target cannot have its own compiler flags in a package manifest; the attribute does the same. */
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)

#include "lanes/avx2.h"

#include "kernels/all.h"

const cr_kernels cr_kernels_avx2 = CR_KERNELS("AVX2");

#pragma clang attribute pop

#endif

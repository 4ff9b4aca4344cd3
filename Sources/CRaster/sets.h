#pragma once
#include "kernels.h"

/* The sets compiled into this program. `baseline` runs on every processor of the architecture: SSE2 on x86-64, NEON on
 * 64-bit ARM, plain C elsewhere. */
extern const cr_kernels cr_kernels_baseline;
#if defined(__x86_64__)
extern const cr_kernels cr_kernels_avx2;
#endif

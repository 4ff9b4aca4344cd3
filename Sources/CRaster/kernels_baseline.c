#include "kernels.h"
#include "sets.h"

#include <string.h>

#if defined(CR_PLAIN) /* for tests of the set that other processors have */
#include "lanes/plain.h"
#elif defined(__x86_64__)
#include "lanes/sse2.h"
#elif defined(__aarch64__)
#include "lanes/neon.h"
#else
#include "lanes/plain.h"
#endif

#include "kernels/all.h"

const cr_kernels cr_kernels_baseline = CR_KERNELS(LANES_NAME);

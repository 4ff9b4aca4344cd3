#pragma once

/* Lane functions are always inlined, so that a kernel compiled for one instruction set is so down to its last line. */
#define LANE_FUNCTION static inline __attribute__((always_inline))

/* What is known of a group of pixels at once. */
enum coverage { COVERAGE_NONE, COVERAGE_SOME, COVERAGE_FULL };

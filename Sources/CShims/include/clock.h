#pragma once
#include <time.h>

/* CLOCK_MONOTONIC in seconds. */
static inline double vitrine_monotonic_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

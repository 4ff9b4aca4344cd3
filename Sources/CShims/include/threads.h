// Waiting for descriptors until a time, and threads that carry a name.
#pragma once
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

/// ppoll(2) until `deadline` seconds of CLOCK_MONOTONIC; infinite when it is not finite. The number of ready
/// descriptors, or -errno; an interruption by a signal counts as none ready.
int threads_poll(struct pollfd *descriptors, int count, double deadline);

/// How many processor cores this thread may run on, at least 1.
int threads_usable_cores(void);

/// The machine's memory, bytes.
uint64_t threads_physical_memory(void);

/// Empties an eventfd.
static inline void threads_drain_event(int event)
{
    uint64_t value;
    while (read(event, &value, sizeof value) < 0 && errno == EINTR) { }
}

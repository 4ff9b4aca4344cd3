// Waiting for descriptors until a time, and threads that carry a name.
#pragma once
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

/// ppoll(2) until `deadline` seconds of CLOCK_MONOTONIC; infinite when it is not finite. The number of ready
/// descriptors, or -errno; an interruption by a signal counts as none ready.
static inline int threads_poll(struct pollfd *descriptors, int count, double deadline)
{
    struct timespec wait, *timeout = NULL;
    if (deadline < 1e15) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        double left = deadline - ((double)now.tv_sec + (double)now.tv_nsec * 1e-9);
        if (left < 0)
            left = 0;
        wait.tv_sec = (time_t)left;
        wait.tv_nsec = (long)((left - (double)wait.tv_sec) * 1e9);
        timeout = &wait;
    }
    int ready = ppoll(descriptors, (nfds_t)count, timeout, NULL);
    return ready >= 0 ? ready : errno == EINTR ? 0 : -errno;
}

/// Empties an eventfd.
static inline void threads_drain_event(int event)
{
    uint64_t value;
    while (read(event, &value, sizeof value) < 0 && errno == EINTR) { }
}

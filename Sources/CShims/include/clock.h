#pragma once
#include <errno.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

/* CLOCK_MONOTONIC in seconds. */
static inline double vitrine_monotonic_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

// Seconds that the machine has slept since it was started.
static inline double vitrine_seconds_asleep(void)
{
    struct timespec all, awake;
    clock_gettime(CLOCK_BOOTTIME, &all);
    clock_gettime(CLOCK_MONOTONIC, &awake);
    return (double)(all.tv_sec - awake.tv_sec) + (double)(all.tv_nsec - awake.tv_nsec) * 1e-9;
}

// A descriptor that becomes readable when the machine wakes from sleep or its clock was set, or -errno. The kernel tells
// both alike: who waits for a time of day wants to know.
static inline int vitrine_suspend_watch(void)
{
    int fd = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
    if (fd < 0)
        return -errno;
    // Further away than any device lasts; it is not the time that is waited for.
    struct itimerspec never = { .it_value = { .tv_sec = INT32_MAX } };
    if (timerfd_settime(fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, 0) < 0) {
        int result = -errno;
        close(fd);
        return result;
    }
    return fd;
}

// 1 when it was readable, which it no longer is; 0 otherwise.
static inline int vitrine_suspend_watch_clear(int fd)
{
    uint64_t count;
    return read(fd, &count, sizeof count) < 0 && errno == EAGAIN ? 0 : 1;
}

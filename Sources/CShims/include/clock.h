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

// A timer on the wall clock, which is also readable when that clock is set. Read with vitrine_suspend_watch_clear.
static inline int vitrine_wall_timer(void)
{
    int fd = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
    return fd < 0 ? -errno : fd;
}

// At a time of the wall clock, seconds since 1970; at once when that is past.
static inline int vitrine_wall_timer_at(int fd, double seconds)
{
    struct itimerspec due = { .it_value = { .tv_sec = 0, .tv_nsec = 1 } };
    if (seconds >= INT32_MAX)
        due.it_value.tv_sec = INT32_MAX;
    else if (seconds >= 1) {
        due.it_value.tv_sec = (time_t)seconds;
        due.it_value.tv_nsec = (long)((seconds - (double)due.it_value.tv_sec) * 1e9);
    }
    return timerfd_settime(fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &due, 0) < 0 ? -errno : 0;
}

// The wall clock, seconds since 1970.
static inline double vitrine_wall_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

// 1 when it was readable, which it no longer is; 0 otherwise.
static inline int vitrine_suspend_watch_clear(int fd)
{
    uint64_t count;
    return read(fd, &count, sizeof count) < 0 && errno == EAGAIN ? 0 : 1;
}

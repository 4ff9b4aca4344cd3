// File descriptors that a thread waits on, and the thread's name. Every function returns a value of zero or more, or
// -errno.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

/// open(2), which is variadic. For flags that create no file.
static inline int vitrine_descriptor_open(const char *path, int flags)
{
    int fd;
    do
        fd = open(path, flags | O_CLOEXEC);
    while (fd < 0 && errno == EINTR);
    return fd < 0 ? -errno : fd;
}

/// An eventfd of value 0. Readable from the first `vitrine_descriptor_signal` on.
static inline int vitrine_descriptor_event(void)
{
    int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return fd < 0 ? -errno : fd;
}

/// Makes an eventfd readable.
static inline int vitrine_descriptor_signal(int event)
{
    uint64_t one = 1;
    ssize_t written;
    do
        written = write(event, &one, sizeof one);
    while (written < 0 && errno == EINTR);
    return written < 0 && errno != EAGAIN ? -errno : 0;
}

/// A timerfd on CLOCK_MONOTONIC, not armed.
static inline int vitrine_descriptor_timer(void)
{
    int fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    return fd < 0 ? -errno : fd;
}

/// Makes a timerfd readable at `microseconds` of CLOCK_MONOTONIC; at once when that is in the past.
static inline int vitrine_descriptor_timer_at(int timer, uint64_t microseconds)
{
    struct itimerspec at = { .it_value = { .tv_sec = (time_t)(microseconds / 1000000),
                                           .tv_nsec = (long)(microseconds % 1000000) * 1000 } };
    if (at.it_value.tv_sec == 0 && at.it_value.tv_nsec == 0)
        at.it_value.tv_nsec = 1; // zero would disarm it
    return timerfd_settime(timer, TFD_TIMER_ABSTIME, &at, 0) < 0 ? -errno : 0;
}

/// Names the calling thread, for `ps -T` and debuggers. The kernel keeps 15 bytes. (pthread_setname_np is not declared
/// without _GNU_SOURCE.)
static inline int vitrine_thread_set_name(const char *name)
{
    return prctl(PR_SET_NAME, name, 0, 0, 0) < 0 ? -errno : 0;
}

static inline void vitrine_descriptor_close(int fd) { close(fd); }

/// Lets every other thread go before the calling one. What is lowered stays low.
static inline void vitrine_thread_lower_priority(void) { setpriority(PRIO_PROCESS, 0, 10); }

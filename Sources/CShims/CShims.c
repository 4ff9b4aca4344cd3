#define _GNU_SOURCE // ppoll, CPU_COUNT
#include "CShims.h"
#include <sched.h>

int threads_poll(struct pollfd *descriptors, int count, double deadline)
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

int threads_usable_cores(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
        return CPU_COUNT(&set);
    // More cores than the set has room for.
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 && online < 65536 ? (int)online : 1;
}

uint64_t threads_physical_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : 0;
}

#define _GNU_SOURCE // ppoll
#include "CShims.h"

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

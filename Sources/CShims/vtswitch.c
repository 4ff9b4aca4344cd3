#define _GNU_SOURCE
#include "vtswitch.h"
#include <errno.h>
#include <linux/vt.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

// Signals of our own: an application may use SIGUSR1 and SIGUSR2.
#define LEAVING (SIGRTMIN + 5)
#define RETURNING (SIGRTMIN + 6)

static atomic_int sender = -1;
/// For however the process ends.
static const struct vt_mode automatic = { .mode = VT_AUTO };

static void handle(int signal)
{
    int saved = errno;
    int fd = atomic_load(&sender);
    unsigned char change = signal == LEAVING ? vitrine_switch_leaving : vitrine_switch_returning;
    if (fd >= 0) {
        ssize_t written = write(fd, &change, 1);
        (void)written;
    }
    errno = saved;
}

int vitrine_switch_watch(int fd)
{
    int ends[2];
    int result = vitrine_termination_pipe(ends);
    if (result < 0)
        return result;
    atomic_store(&sender, ends[1]);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handle;
    action.sa_flags = SA_RESTART | SA_ONSTACK;
    sigfillset(&action.sa_mask);
    sigaction(LEAVING, &action, NULL);
    sigaction(RETURNING, &action, NULL);
    struct vt_mode mode = { .mode = VT_PROCESS, .relsig = (short)LEAVING, .acqsig = (short)RETURNING };
    if (ioctl(fd, VT_SETMODE, &mode) < 0) {
        result = -errno;
        atomic_store(&sender, -1);
        close(ends[0]);
        close(ends[1]);
        return result;
    }
    vitrine_restoration_arm(vitrine_restoration_terminal, fd, VT_SETMODE, (unsigned long)&automatic);
    return ends[0];
}

int vitrine_switch_next(int watch)
{
    int change = vitrine_termination_read(watch);
    return change > 0 ? change : vitrine_switch_none;
}

int vitrine_switch_answer(int fd, int answer) { return ioctl(fd, VT_RELDISP, answer) < 0 ? -errno : 0; }

void vitrine_switch_unwatch(int fd, int watch)
{
    vitrine_restoration_disarm(vitrine_restoration_terminal);
    ioctl(fd, VT_SETMODE, &automatic);
    int other = atomic_exchange(&sender, -1);
    if (other >= 0)
        close(other);
    if (watch >= 0)
        close(watch);
}

#define _GNU_SOURCE
#include "restoration.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

// MARK: The table

struct slot {
    atomic_int armed;
    int fd;
    unsigned long request;
    unsigned long argument;
};

static struct slot slots[vitrine_restoration_slots];

/// A child that was forked and did not exec has the table too, but not the display.
static pid_t owner;

void vitrine_restoration_run(void)
{
    if (owner != getpid())
        return;
    int saved = errno;
    for (int index = 0; index < vitrine_restoration_slots; index++) {
        // Taken before it is done: two threads that crash at once do each thing once.
        if (atomic_exchange(&slots[index].armed, 0))
            ioctl(slots[index].fd, slots[index].request, slots[index].argument);
    }
    errno = saved;
}

void vitrine_restoration_disarm(int slot) { atomic_store(&slots[slot].armed, 0); }

// MARK: Signals

static const int orderly_signals[] = { SIGTERM, SIGINT, SIGHUP, SIGQUIT };
static const int fault_signals[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS };
#define COUNT(array) (sizeof(array) / sizeof *(array))

/// What was installed before us: a backtrace of the language's runtime, perhaps. It gets its turn after the restoration.
static struct sigaction previous[NSIG];
static atomic_int notification_fd = -1;
/// One bit per signal.
static atomic_ullong notified;

static void set_default(int signal)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_DFL;
    sigaction(signal, &action, NULL);
}

static void handle_orderly(int signal)
{
    int saved = errno;
    int fd = atomic_load(&notification_fd);
    unsigned long long bit = 1ull << signal;
    if (fd >= 0 && !(atomic_fetch_or(&notified, bit) & bit)) {
        unsigned char number = (unsigned char)signal;
        ssize_t written = write(fd, &number, 1);
        (void)written; // a full pipe has been written to already
        errno = saved;
        return;
    }
    vitrine_restoration_run();
    sigaction(signal, &previous[signal], NULL);
    raise(signal); // stays pending until this handler returns
    errno = saved;
}

static void handle_fault(int signal, siginfo_t *information, void *context)
{
    vitrine_restoration_run();
    // Called, not installed again: such a handler may return and leave the end to the instruction that faulted, and a
    // signal that was sent (by a watchdog) has none. A process without its display must not go on.
    struct sigaction *before = &previous[signal];
    if (before->sa_flags & SA_SIGINFO)
        before->sa_sigaction(signal, information, context);
    else if (before->sa_handler != SIG_DFL && before->sa_handler != SIG_IGN)
        before->sa_handler(signal);
    set_default(signal);
    // The instruction that faulted faults again after the return, with its address for a core dump. What was sent (abort,
    // kill) and traps, whose instruction may be over, must be sent again.
    if (information->si_code <= 0 || signal == SIGTRAP || signal == SIGSYS)
        raise(signal);
}

static pthread_once_t installed = PTHREAD_ONCE_INIT;

static void install(void)
{
    atexit(vitrine_restoration_run);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    sigfillset(&action.sa_mask);
    action.sa_flags = SA_RESTART | SA_ONSTACK;
    action.sa_handler = handle_orderly;
    for (size_t index = 0; index < COUNT(orderly_signals); index++) {
        int signal = orderly_signals[index];
        sigaction(signal, NULL, &previous[signal]);
        // Who was started with SIGHUP or SIGINT ignored (nohup, a shell's background job) wants it to stay so.
        if (previous[signal].sa_handler != SIG_IGN)
            sigaction(signal, &action, NULL);
    }
    // A second fault while one is handled must kill, not wait: the mask holds only the orderly ones.
    sigemptyset(&action.sa_mask);
    for (size_t index = 0; index < COUNT(orderly_signals); index++)
        sigaddset(&action.sa_mask, orderly_signals[index]);
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    action.sa_sigaction = handle_fault;
    for (size_t index = 0; index < COUNT(fault_signals); index++)
        sigaction(fault_signals[index], &action, &previous[fault_signals[index]]);
    // A stack overflow leaves no stack to handle it on.
    stack_t stack;
    if (sigaltstack(NULL, &stack) == 0 && (stack.ss_flags & SS_DISABLE)) {
        static char memory[64 * 1024];
        stack = (stack_t) { .ss_sp = memory, .ss_size = sizeof memory };
        sigaltstack(&stack, NULL);
    }
}

void vitrine_restoration_arm(int slot, int fd, unsigned long request, unsigned long argument)
{
    pthread_once(&installed, install);
    owner = getpid();
    atomic_store(&slots[slot].armed, 0);
    slots[slot].fd = fd;
    slots[slot].request = request;
    slots[slot].argument = argument;
    atomic_store(&slots[slot].armed, 1);
}

void vitrine_termination_notify(int fd)
{
    pthread_once(&installed, install);
    atomic_store(&notified, 0);
    atomic_store(&notification_fd, fd);
}

int vitrine_termination_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0 ? -errno : 0; }

int vitrine_termination_read(int fd)
{
    unsigned char number = 0;
    ssize_t length;
    do
        length = read(fd, &number, 1);
    while (length < 0 && errno == EINTR);
    if (length == 1)
        return number;
    return length == 0 || errno == EAGAIN ? 0 : -errno;
}

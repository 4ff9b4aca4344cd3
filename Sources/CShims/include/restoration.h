// What must be undone however the process ends, and the signals that end it.
//
// The undoing is a short table of ioctls, because a handler of SIGSEGV may do nothing else. Slots run in ascending order:
// the console can only take the display back once nobody is its master.
#pragma once
#include <stdint.h>

enum vitrine_restoration_slot {
    vitrine_restoration_display,
    vitrine_restoration_keyboard,
    vitrine_restoration_input,
    vitrine_restoration_terminal,
    vitrine_restoration_console,
    vitrine_restoration_slots
};

/// Has `ioctl(fd, request, argument)` called when the process ends without `vitrine_restoration_disarm`. Installs the
/// handlers of the signals that end a process, and an exit handler, with the first call.
void vitrine_restoration_arm(int slot, int fd, unsigned long request, unsigned long argument);
void vitrine_restoration_disarm(int slot);

/// Runs and clears what is armed. Safe in a signal handler.
void vitrine_restoration_run(void);

/// From now on SIGTERM, SIGINT, SIGHUP and SIGQUIT write their number as one byte to `fd` instead of ending the process;
/// -1 undoes it. The second of a kind ends the process all the same: a program that hangs must be stoppable.
void vitrine_termination_notify(int fd);

/// A pipe, both ends non-blocking and closed on exec. 0 or -errno.
int vitrine_termination_pipe(int ends[2]);

/// The next byte of the pipe, 0 when there is none, or -errno.
int vitrine_termination_read(int fd);

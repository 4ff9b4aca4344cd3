// Changes of the virtual terminal that is shown, as something to poll. Every function returns a value of zero or more, or
// -errno.
#pragma once
#include "restoration.h"

enum vitrine_switch_change {
    vitrine_switch_none,
    /// Another virtual terminal is to be shown, and waits for the answer.
    vitrine_switch_leaving,
    /// Ours is shown again.
    vitrine_switch_returning
};

/// From now on the virtual terminal of `fd` is left only when `vitrine_switch_answer` says so. Returns a descriptor that
/// is readable when `vitrine_switch_next` has something to tell. One at a time in a process.
int vitrine_switch_watch(int fd);

/// What happened next, one of `vitrine_switch_change`. Never waits.
int vitrine_switch_next(int watch);

/// After `leaving`: 1 lets go, 0 stays. After `returning`: 2.
int vitrine_switch_answer(int fd, int answer);

/// The kernel decides by itself again. `watch` is negative when another process watched, and left it so.
void vitrine_switch_unwatch(int fd, int watch);

// The virtual terminal of the Linux console. Every function returns a value of zero or more, or -errno.
#pragma once
#include "restoration.h"
#include <errno.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

static const int vitrine_console_text = KD_TEXT;
static const int vitrine_console_graphics = KD_GRAPHICS;
static const int vitrine_console_keyboard_off = K_OFF;
static const int vitrine_console_keyboard_unicode = K_UNICODE;

/// KD_TEXT or KD_GRAPHICS.
static inline int vitrine_console_mode(int fd)
{
    int mode = 0;
    return ioctl(fd, KDGETMODE, &mode) < 0 ? -errno : mode;
}

static inline int vitrine_console_set_mode(int fd, int mode) { return ioctl(fd, KDSETMODE, mode) < 0 ? -errno : 0; }

static inline int vitrine_console_keyboard_mode(int fd)
{
    int mode = 0;
    return ioctl(fd, KDGKBMODE, &mode) < 0 ? -errno : mode;
}

static inline int vitrine_console_set_keyboard_mode(int fd, int mode)
{
    return ioctl(fd, KDSKBMODE, mode) < 0 ? -errno : 0;
}

/// Throws away what was typed and not read.
static inline int vitrine_console_flush_input(int fd) { return tcflush(fd, TCIFLUSH) < 0 ? -errno : 0; }

/// The number of the virtual terminal now shown.
static inline int vitrine_console_active(int fd)
{
    struct vt_stat state;
    return ioctl(fd, VT_GETSTATE, &state) < 0 ? -errno : state.v_active;
}

/// Asks for virtual terminal `number` to be shown; does not wait for it.
static inline int vitrine_console_activate(int fd, int number)
{
    return ioctl(fd, VT_ACTIVATE, number) < 0 ? -errno : 0;
}

/// Returns when virtual terminal `number` is shown, or -ETIMEDOUT after a second: VT_WAITACTIVE would wait for ever while the
/// other one's owner keeps it.
static inline int vitrine_console_await_active(int fd, int number)
{
    for (int i = 0; i < 100; i++) {
        int active = vitrine_console_active(fd);
        if (active < 0 || active == number)
            return active < 0 ? active : 0;
        usleep(10000);
    }
    return -ETIMEDOUT;
}

/// Forbids (1) or allows (0) to show another virtual terminal than the present one, for all of the machine.
static inline int vitrine_console_lock_switching(int fd, int locked)
{
    return ioctl(fd, locked ? VT_LOCKSWITCH : VT_UNLOCKSWITCH, 0) < 0 ? -errno : 0;
}

/// The number of the virtual terminal behind `fd`: 1 and more for /dev/tty1 and so on, 0 for /dev/tty0, -ENOTTY when it
/// is none.
static inline int vitrine_console_number(int fd)
{
    struct stat status;
    int mode;
    if (fstat(fd, &status) < 0)
        return -errno;
    if (ioctl(fd, KDGETMODE, &mode) < 0)
        return -errno;
    int major = (int)((status.st_rdev >> 8) & 0xfff), minor = (int)(status.st_rdev & 0xff);
    return major == 4 && minor < 64 ? minor : 0;
}

/// Has the virtual terminal put back to these modes when the process ends unforeseen; see restoration.h.
static inline void vitrine_console_arm(int fd, int keyboard_mode, int mode)
{
    vitrine_restoration_arm(vitrine_restoration_keyboard, fd, KDSKBMODE, (unsigned long)keyboard_mode);
    vitrine_restoration_arm(vitrine_restoration_input, fd, TCFLSH, TCIFLUSH);
    vitrine_restoration_arm(vitrine_restoration_console, fd, KDSETMODE, (unsigned long)mode);
}

static inline void vitrine_console_disarm(void)
{
    vitrine_restoration_disarm(vitrine_restoration_keyboard);
    vitrine_restoration_disarm(vitrine_restoration_input);
    vitrine_restoration_disarm(vitrine_restoration_console);
}

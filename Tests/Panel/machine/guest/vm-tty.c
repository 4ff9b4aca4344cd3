/* vm-tty: what state a virtual terminal is in, as a person at the board would find it.
 *
 *   vm-tty [TTY]     prints "text" or "graphics", then how the keyboard is read ("unicode", "ascii",
 *                    "raw", "mediumraw", "off"), then who switches terminals ("kernel" or "process");
 *                    for example "text unicode kernel", the state a login prompt needs
 *
 * TTY is /dev/tty1 unless given. Exit status: 0; 1 when there is no such terminal.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>

int main(int argc, char **argv)
{
	const char *path = argc > 1 ? argv[1] : "/dev/tty1";
	int fd = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC), screen, keyboard;
	struct vt_mode vt;

	if (fd < 0 || ioctl(fd, KDGETMODE, &screen) < 0 || ioctl(fd, KDGKBMODE, &keyboard) < 0 ||
	    ioctl(fd, VT_GETMODE, &vt) < 0) {
		fprintf(stderr, "vm-tty: %s: %s\n", path, strerror(errno));
		return 1;
	}
	printf("%s %s %s\n", screen == KD_TEXT ? "text" : "graphics",
	       keyboard == K_UNICODE ? "unicode" : keyboard == K_XLATE ? "ascii" : keyboard == K_RAW ? "raw" :
	       keyboard == K_MEDIUMRAW ? "mediumraw" : "off", vt.mode == VT_AUTO ? "kernel" : "process");
	return 0;
}

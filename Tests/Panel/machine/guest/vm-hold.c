/* vm-hold: make one thread of a living process stand still, as a deadlock or an endless wait in it would.
 *
 *   vm-hold THREAD [MS]
 *
 * THREAD is a thread's id; a process id is that of its main thread. All other threads go on, which is what SIGSTOP cannot do.
 * Prints "held" when it stands. After MS milliseconds it goes on; without MS it stands until a signal waits for it, which would
 * end its wait or run its handler there, or until the process ends.
 *
 * Exit status: 0 when the thread goes on again, 1 when the process ended meanwhile, 125 when it cannot be held.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int over(int status)
{
	return WIFEXITED(status) || WIFSIGNALED(status);
}

/* Whether a signal waits for the thread, or for any thread of its process. */
static int is_signalled(pid_t thread)
{
	char name[64], line[256];
	unsigned long long mask, all = 0;

	snprintf(name, sizeof name, "/proc/%d/status", (int)thread);
	FILE *f = fopen(name, "r");
	while (f && fgets(line, sizeof line, f))
		if (sscanf(line, "SigPnd: %llx", &mask) == 1 || sscanf(line, "ShdPnd: %llx", &mask) == 1)
			all |= mask;
	if (f)
		fclose(f);
	return all != 0;
}

int main(int argc, char **argv)
{
	pid_t thread = argc > 1 ? atoi(argv[1]) : 0;
	long left = argc > 2 ? atol(argv[2]) : -1;
	int status;

	if (thread <= 0 || ptrace(PTRACE_SEIZE, thread, 0, 0) || ptrace(PTRACE_INTERRUPT, thread, 0, 0)) {
		fprintf(stderr, "vm-hold: thread %d cannot be held: %s\n", (int)thread, errno ? strerror(errno) : "no number");
		return 125;
	}
	if (waitpid(thread, &status, __WALL) < 0 || over(status))
		return 1;
	puts("held");
	fflush(stdout);
	while (left != 0 && (left > 0 || !is_signalled(thread))) {
		long step = left > 0 && left < 20 ? left : 20;
		nanosleep(&(struct timespec) { .tv_nsec = step * 1000000 }, 0);
		left -= left > 0 ? step : 0;
		/* What dies in a tracer's hands is gone for its parent only when the tracer has taken note of it. */
		pid_t changed = waitpid(thread, &status, __WALL | WNOHANG);
		if (changed < 0 || (changed == thread && over(status)))
			return 1;
	}
	ptrace(PTRACE_DETACH, thread, 0, 0);
	return 0;
}

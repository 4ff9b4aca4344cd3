/* vm-notify: start a program the way systemd starts a service of Type=notify, and write down what it tells.
 *
 *   vm-notify [--watchdog MS] LOG PROGRAM [ARG...]
 *
 * LOG gets one line for each word the program sends: CLOCK_MONOTONIC in seconds and the word, for example
 * "12.345678 READY=1". Files appear beside LOG: LOG.pid with the program's process id, LOG.ready at the
 * first READY=1 and LOG.exit with the exit status (128 + N for signal N) when the program has ended.
 * --watchdog sets WATCHDOG_USEC and WATCHDOG_PID, as WatchdogSec= does; nothing is killed when pings fail.
 *
 * Exit status: the program's; 125 when it could not be started.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *log_path;

/* LOG.SUFFIX with one number in it, complete as soon as it is there. */
static void mark(const char *suffix, int number)
{
	char name[512], temporary[520];
	snprintf(name, sizeof name, "%s.%s", log_path, suffix);
	snprintf(temporary, sizeof temporary, "%s.new", name);
	FILE *f = fopen(temporary, "w");
	if (!f || fprintf(f, "%d\n", number) < 0 || fclose(f) || rename(temporary, name)) {
		perror(name);
		exit(125);
	}
}

static void take(int socket, FILE *log, int *ready)
{
	char words[4096];
	ssize_t size;
	struct timespec t;

	while ((size = recv(socket, words, sizeof words - 1, MSG_DONTWAIT)) > 0) {
		words[size] = 0;
		clock_gettime(CLOCK_MONOTONIC, &t);
		for (char *rest = words, *word; (word = strsep(&rest, "\n")); ) {
			if (!*word)
				continue;
			fprintf(log, "%ld.%06ld %s\n", (long)t.tv_sec, t.tv_nsec / 1000, word);
			fflush(log);
			if (!strcmp(word, "READY=1") && !*ready)
				mark("ready", *ready = 1);
		}
	}
}

int main(int argc, char **argv)
{
	long watchdog = 0;
	int at = 1, status, ready = 0;
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	sigset_t signals, before;

	if (argc > 2 && !strcmp(argv[1], "--watchdog"))
		watchdog = atol(argv[2]), at = 3;
	if (argc < at + 2) {
		fprintf(stderr, "usage: vm-notify [--watchdog MS] LOG PROGRAM [ARG...]\n");
		return 125;
	}
	log_path = argv[at++];
	FILE *log = fopen(log_path, "w");
	int listener = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	snprintf(address.sun_path, sizeof address.sun_path, "/run/vm-notify.%d", (int)getpid());
	if (!log || listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address)) {
		perror("vm-notify");
		return 125;
	}
	chmod(address.sun_path, 0666);		/* as systemd's: the program may run as anybody */
	/* Of signals, SIGTERM and SIGINT are passed on, and a program is never left behind. */
	sigemptyset(&signals);
	sigaddset(&signals, SIGCHLD);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGINT);
	sigprocmask(SIG_BLOCK, &signals, &before);
	int arriving = signalfd(-1, &signals, SFD_CLOEXEC);
	pid_t program = fork();
	if (program == 0) {
		char text[32];
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		sigprocmask(SIG_SETMASK, &before, NULL);
		signal(SIGINT, SIG_DFL);	/* a shell ignores them for what it starts in the background */
		signal(SIGQUIT, SIG_DFL);
		setenv("NOTIFY_SOCKET", address.sun_path, 1);
		if (watchdog) {
			snprintf(text, sizeof text, "%ld", watchdog * 1000);
			setenv("WATCHDOG_USEC", text, 1);
			snprintf(text, sizeof text, "%d", (int)getpid());
			setenv("WATCHDOG_PID", text, 1);
		}
		execvp(argv[at], argv + at);
		fprintf(stderr, "vm-notify: %s: %s\n", argv[at], strerror(errno));
		_exit(125);
	}
	mark("pid", program);
	for (;;) {
		struct pollfd wait[2] = { { listener, POLLIN, 0 }, { arriving, POLLIN, 0 } };
		struct signalfd_siginfo signal;
		poll(wait, 2, -1);
		take(listener, log, &ready);
		if (!wait[1].revents || read(arriving, &signal, sizeof signal) != sizeof signal)
			continue;
		if (signal.ssi_signo != SIGCHLD) {
			kill(program, signal.ssi_signo);
		} else if (waitpid(program, &status, WNOHANG) == program) {
			take(listener, log, &ready);
			break;
		}
	}
	unlink(address.sun_path);
	status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	mark("exit", status);
	return status;
}

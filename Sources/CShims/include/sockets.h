// Local sockets. Every function returns a value of zero or more, or -errno; none of them raises SIGPIPE.
#pragma once
#include <stddef.h>
#include <sys/types.h>

/// The longest path of a local socket, bytes.
enum { vitrine_socket_longest_path = 107 };

/// A stream socket at `path`, which must not exist, that only its owner may connect to. Non-blocking, closed on exec.
int vitrine_socket_listen(const char *path, int backlog);

/// A connection to `path`; closed on exec. Does not wait when the other side is not quick enough: -EAGAIN.
int vitrine_socket_connect(const char *path);

/// Two sockets that are connected to each other, non-blocking, closed on exec.
int vitrine_socket_pair(int ends[2]);

/// The next connection, non-blocking, closed on exec.
int vitrine_socket_accept(int listening);

/// Who is at the other end, as the kernel saw it when the connection was made.
int vitrine_socket_peer(int fd, uid_t *user, pid_t *process);

/// How many bytes were taken; -EAGAIN when none can be without waiting.
ssize_t vitrine_socket_send(int fd, const void *bytes, size_t count);

/// How many bytes came; 0 when the other side will send no more, -EAGAIN when there are none now.
ssize_t vitrine_socket_receive(int fd, void *bytes, size_t count);

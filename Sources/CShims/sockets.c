#define _GNU_SOURCE
#include "sockets.h"
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static int address_of(const char *path, struct sockaddr_un *address)
{
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    if (strlen(path) >= sizeof address->sun_path)
        return -ENAMETOOLONG;
    strcpy(address->sun_path, path);
    return 0;
}

static int failed(int fd)
{
    int code = errno;
    close(fd);
    return -code;
}

// A stream socket, and the address that `path` is.
static int socket_for(const char *path, struct sockaddr_un *address)
{
    int wrong = address_of(path, address);
    if (wrong < 0)
        return wrong;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    return fd < 0 ? -errno : fd;
}

int vitrine_socket_listen(const char *path, int backlog)
{
    struct sockaddr_un address;
    int fd = socket_for(path, &address);
    if (fd < 0)
        return fd;
    // Nobody can connect before listen(), so that the mode is right in time.
    if (bind(fd, (struct sockaddr *)&address, sizeof address) < 0)
        return failed(fd);
    if (chmod(path, 0600) < 0 || listen(fd, backlog) < 0) {
        int code = errno;
        unlink(path);
        close(fd);
        return -code;
    }
    return fd;
}

int vitrine_socket_connect(const char *path)
{
    struct sockaddr_un address;
    int fd = socket_for(path, &address);
    if (fd < 0)
        return fd;
    if (connect(fd, (struct sockaddr *)&address, sizeof address) < 0)
        return failed(fd);
    return fd;
}

int vitrine_socket_pair(int ends[2])
{
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) < 0 ? -errno : 0;
}

int vitrine_socket_accept(int listening)
{
    int fd;
    do
        fd = accept4(listening, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    while (fd < 0 && (errno == EINTR || errno == ECONNABORTED));
    return fd < 0 ? -errno : fd;
}

int vitrine_socket_peer(int fd, uid_t *user, pid_t *process)
{
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0)
        return -errno;
    *user = peer.uid;
    *process = peer.pid;
    return 0;
}

ssize_t vitrine_socket_send(int fd, const void *bytes, size_t count)
{
    ssize_t sent;
    do
        sent = send(fd, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
    while (sent < 0 && errno == EINTR);
    return sent < 0 ? -errno : sent;
}

ssize_t vitrine_socket_receive(int fd, void *bytes, size_t count)
{
    ssize_t received;
    do
        received = recv(fd, bytes, count, MSG_DONTWAIT);
    while (received < 0 && errno == EINTR);
    return received < 0 ? -errno : received;
}

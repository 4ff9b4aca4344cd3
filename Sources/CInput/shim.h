#pragma once
#include <libinput.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/// What a libinput context calls back. `owner` is handed to each function and must outlive the context.
struct input_client {
    void *owner;
    int (*open)(const char *path, int flags, void *owner); ///< a descriptor, or -errno
    void (*close)(int descriptor, void *owner);
    void (*message)(int priority, const char *text, void *owner);
};

static inline int input_client_open(const char *path, int flags, void *data)
{
    struct input_client *client = (struct input_client *)data;
    return client->open(path, flags, client->owner);
}

static inline void input_client_close(int descriptor, void *data)
{
    struct input_client *client = (struct input_client *)data;
    client->close(descriptor, client->owner);
}

/// libinput's log handler takes a va_list, which Swift cannot read on every processor.
static inline void input_client_log(struct libinput *context, enum libinput_log_priority priority,
                                    const char *format, va_list arguments)
{
    struct input_client *client = (struct input_client *)libinput_get_user_data(context);
    char text[512];
    if (!client)
        return;
    vsnprintf(text, sizeof text, format, arguments);
    client->message((int)priority, text, client->owner);
}

/// A context over udev that reports to `client`, which must stay where it is until the context is gone. NULL when
/// memory or descriptors ran out. No seat yet.
static inline struct libinput *input_context_create(struct udev *udev, struct input_client *client)
{
    static const struct libinput_interface interface = {
        .open_restricted = input_client_open,
        .close_restricted = input_client_close,
    };
    struct libinput *context = libinput_udev_create_context(&interface, client, udev);
    if (context) {
        libinput_log_set_handler(context, input_client_log);
        libinput_log_set_priority(context, LIBINPUT_LOG_PRIORITY_INFO);
    }
    return context;
}

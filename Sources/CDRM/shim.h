// libdrm and the KMS ioctls as functions that return a value of zero or more, or -errno: Swift imports neither
// `errno` of another module, nor ioctl request macros, nor fourcc macros.
//
// What runs once (enumeration) goes through libdrm, which loops where counts may change between two calls. What runs once
// per frame (commit, page flip, blobs, events) is the bare ioctl on the caller's memory: libdrm's request objects allocate.
#pragma once
#include <drm_fourcc.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

static const uint32_t cdrm_format_xrgb8888 = DRM_FORMAT_XRGB8888;
static const uint32_t cdrm_format_argb8888 = DRM_FORMAT_ARGB8888;
static const uint32_t cdrm_format_xbgr8888 = DRM_FORMAT_XBGR8888;
static const uint32_t cdrm_format_abgr8888 = DRM_FORMAT_ABGR8888;
static const uint32_t cdrm_format_rgb888 = DRM_FORMAT_RGB888;
static const uint32_t cdrm_format_bgr888 = DRM_FORMAT_BGR888;
static const uint32_t cdrm_format_xrgb2101010 = DRM_FORMAT_XRGB2101010;
static const uint32_t cdrm_format_rgb565 = DRM_FORMAT_RGB565;
static const uint32_t cdrm_format_bgr565 = DRM_FORMAT_BGR565;

/// -errno after a call that returned -1 (or NULL). Never 0, so that a failure without errno stays a failure.
static inline int cdrm_failure(void) { return errno > 0 ? -errno : -EIO; }

static inline int cdrm_ioctl(int fd, unsigned long request, void *argument)
{
    return drmIoctl(fd, request, argument) == 0 ? 0 : cdrm_failure();
}

// MARK: The card

/// Non-blocking, so that reading events never waits.
static inline int cdrm_open(const char *path)
{
    int fd;
    do
        fd = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
    while (fd < 0 && errno == EINTR);
    return fd < 0 ? cdrm_failure() : fd;
}

static inline int64_t cdrm_device_number(int fd)
{
    struct stat status;
    return fstat(fd, &status) < 0 ? cdrm_failure() : (int64_t)status.st_rdev;
}

/// The driver's name, as C string of at most `size` bytes with its end mark.
static inline int cdrm_driver_name(int fd, char *name, int size)
{
    drmVersionPtr version = drmGetVersion(fd);
    if (!version)
        return cdrm_failure();
    int length = version->name_len < size - 1 ? version->name_len : size - 1;
    memcpy(name, version->name, (size_t)length);
    name[length] = 0;
    drmFreeVersion(version);
    return 0;
}

static inline int64_t cdrm_capability(int fd, uint64_t capability)
{
    uint64_t value = 0;
    return drmGetCap(fd, capability, &value) == 0 ? (int64_t)value : cdrm_failure();
}

static inline int cdrm_set_client_capability(int fd, uint64_t capability, uint64_t value)
{
    return drmSetClientCap(fd, capability, value) == 0 ? 0 : cdrm_failure();
}

static inline int cdrm_set_master(int fd) { return drmSetMaster(fd) == 0 ? 0 : cdrm_failure(); }
static inline int cdrm_drop_master(int fd) { return drmDropMaster(fd) == 0 ? 0 : cdrm_failure(); }
static const unsigned long cdrm_drop_master_request = DRM_IOCTL_DROP_MASTER;

/// A file of its own for some of the card's objects, or -errno: who has it is master of them alone.
static inline int cdrm_create_lease(int fd, const uint32_t *objects, int count)
{
    uint32_t lessee;
    int result = drmModeCreateLease(fd, objects, count, O_CLOEXEC | O_NONBLOCK, &lessee);
    return result == -1 ? cdrm_failure() : result;
}

// MARK: The cursor

/// Shows a buffer of `width` x `height` ARGB8888 pixels above everything; handle 0 takes it away. The hot spot is for
/// virtual machines, which show their host's cursor instead.
static inline int cdrm_set_cursor(
    int fd, uint32_t crtc, uint32_t handle, uint32_t width, uint32_t height, int32_t hot_x, int32_t hot_y)
{
    struct drm_mode_cursor2 cursor = {
        .flags = DRM_MODE_CURSOR_BO, .crtc_id = crtc, .width = width, .height = height, .handle = handle,
        .hot_x = hot_x, .hot_y = hot_y
    };
    return cdrm_ioctl(fd, DRM_IOCTL_MODE_CURSOR2, &cursor);
}

static inline int cdrm_move_cursor(int fd, uint32_t crtc, int32_t x, int32_t y)
{
    struct drm_mode_cursor cursor = { .flags = DRM_MODE_CURSOR_MOVE, .crtc_id = crtc, .x = x, .y = y };
    return cdrm_ioctl(fd, DRM_IOCTL_MODE_CURSOR, &cursor);
}

// MARK: Objects. The caller frees what it gets with libdrm's function for it.

static inline int cdrm_resources(int fd, drmModeResPtr *result)
{
    errno = 0;
    return (*result = drmModeGetResources(fd)) ? 0 : cdrm_failure();
}

static inline int cdrm_plane_resources(int fd, drmModePlaneResPtr *result)
{
    errno = 0;
    return (*result = drmModeGetPlaneResources(fd)) ? 0 : cdrm_failure();
}

static inline int cdrm_plane(int fd, uint32_t plane, drmModePlanePtr *result)
{
    errno = 0;
    return (*result = drmModeGetPlane(fd, plane)) ? 0 : cdrm_failure();
}

/// `probe` asks the hardware (slow: it may read the EDID); otherwise what the kernel knows.
static inline int cdrm_connector(int fd, uint32_t connector, int probe, drmModeConnectorPtr *result)
{
    errno = 0;
    *result = probe ? drmModeGetConnector(fd, connector) : drmModeGetConnectorCurrent(fd, connector);
    return *result ? 0 : cdrm_failure();
}

static inline int cdrm_encoder(int fd, uint32_t encoder, drmModeEncoderPtr *result)
{
    errno = 0;
    return (*result = drmModeGetEncoder(fd, encoder)) ? 0 : cdrm_failure();
}

static inline int cdrm_crtc(int fd, uint32_t crtc, drmModeCrtcPtr *result)
{
    errno = 0;
    return (*result = drmModeGetCrtc(fd, crtc)) ? 0 : cdrm_failure();
}

static inline int cdrm_object_properties(int fd, uint32_t object, uint32_t type, drmModeObjectPropertiesPtr *result)
{
    errno = 0;
    return (*result = drmModeObjectGetProperties(fd, object, type)) ? 0 : cdrm_failure();
}

static inline int cdrm_property(int fd, uint32_t property, drmModePropertyPtr *result)
{
    errno = 0;
    return (*result = drmModeGetProperty(fd, property)) ? 0 : cdrm_failure();
}

// MARK: Buffers

static inline int cdrm_create_dumb(int fd, struct drm_mode_create_dumb *buffer)
{
    return cdrm_ioctl(fd, DRM_IOCTL_MODE_CREATE_DUMB, buffer);
}

static inline int cdrm_destroy_dumb(int fd, uint32_t handle)
{
    struct drm_mode_destroy_dumb buffer = { .handle = handle };
    return cdrm_ioctl(fd, DRM_IOCTL_MODE_DESTROY_DUMB, &buffer);
}

static inline int cdrm_map_dumb(int fd, uint32_t handle, uint64_t size, void **pixels)
{
    struct drm_mode_map_dumb map = { .handle = handle };
    int result = cdrm_ioctl(fd, DRM_IOCTL_MODE_MAP_DUMB, &map);
    if (result < 0)
        return result;
    void *memory = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)map.offset);
    if (memory == MAP_FAILED)
        return cdrm_failure();
    *pixels = memory;
    return 0;
}

/// A framebuffer of one plane: its id, or -errno.
static inline int64_t cdrm_add_framebuffer(
    int fd, uint32_t width, uint32_t height, uint32_t format, uint32_t handle, uint32_t pitch)
{
    struct drm_mode_fb_cmd2 buffer = {
        .width = width, .height = height, .pixel_format = format, .handles = { handle }, .pitches = { pitch }
    };
    int result = cdrm_ioctl(fd, DRM_IOCTL_MODE_ADDFB2, &buffer);
    return result < 0 ? result : (int64_t)buffer.fb_id;
}

static inline int cdrm_remove_framebuffer(int fd, uint32_t framebuffer)
{
    unsigned int id = framebuffer;
    return cdrm_ioctl(fd, DRM_IOCTL_MODE_RMFB, &id);
}

// MARK: Showing

/// A blob property with a copy of `bytes`: its id, or -errno.
static inline int64_t cdrm_create_blob(int fd, const void *bytes, uint32_t length)
{
    struct drm_mode_create_blob blob = { .data = (uint64_t)(uintptr_t)bytes, .length = length };
    int result = cdrm_ioctl(fd, DRM_IOCTL_MODE_CREATEPROPBLOB, &blob);
    return result < 0 ? result : (int64_t)blob.blob_id;
}

static inline int cdrm_destroy_blob(int fd, uint32_t id)
{
    struct drm_mode_destroy_blob blob = { .blob_id = id };
    return cdrm_ioctl(fd, DRM_IOCTL_MODE_DESTROYPROPBLOB, &blob);
}

typedef struct cdrm_property_value {
    uint32_t object;
    uint32_t property;
    uint64_t value;
} cdrm_property_value;

enum { cdrm_maximum_property_values = 256 };

/// One atomic commit. Values of one object must stand together; an object that comes twice is allowed.
static inline int cdrm_atomic_commit(
    int fd, uint32_t flags, const cdrm_property_value *values, int count, uint64_t user_data)
{
    uint32_t objects[cdrm_maximum_property_values], counts[cdrm_maximum_property_values];
    uint32_t properties[cdrm_maximum_property_values];
    uint64_t contents[cdrm_maximum_property_values];
    int object_count = 0;
    if (count > cdrm_maximum_property_values)
        return -E2BIG;
    for (int index = 0; index < count; index++) {
        if (object_count == 0 || objects[object_count - 1] != values[index].object) {
            objects[object_count] = values[index].object;
            counts[object_count++] = 0;
        }
        counts[object_count - 1]++;
        properties[index] = values[index].property;
        contents[index] = values[index].value;
    }
    struct drm_mode_atomic commit = {
        .flags = flags,
        .count_objs = (uint32_t)object_count,
        .objs_ptr = (uint64_t)(uintptr_t)objects,
        .count_props_ptr = (uint64_t)(uintptr_t)counts,
        .props_ptr = (uint64_t)(uintptr_t)properties,
        .prop_values_ptr = (uint64_t)(uintptr_t)contents,
        .user_data = user_data,
    };
    return cdrm_ioctl(fd, DRM_IOCTL_MODE_ATOMIC, &commit);
}

static inline int cdrm_page_flip(int fd, uint32_t crtc, uint32_t framebuffer, uint64_t user_data)
{
    struct drm_mode_crtc_page_flip flip = {
        .crtc_id = crtc, .fb_id = framebuffer, .flags = DRM_MODE_PAGE_FLIP_EVENT, .user_data = user_data
    };
    return cdrm_ioctl(fd, DRM_IOCTL_MODE_PAGE_FLIP, &flip);
}

/// Tells that parts of a framebuffer that is shown changed; without rectangles all of it.
static inline int cdrm_mark_dirty(int fd, uint32_t framebuffer, struct drm_clip_rect *clips, uint32_t count)
{
    struct drm_mode_fb_dirty_cmd dirty = {
        .fb_id = framebuffer, .num_clips = count, .clips_ptr = (uint64_t)(uintptr_t)(count ? clips : NULL)
    };
    return cdrm_ioctl(fd, DRM_IOCTL_MODE_DIRTYFB, &dirty);
}

/// Legacy mode setting. Without `mode` the CRTC is switched off.
static inline int cdrm_set_crtc(
    int fd, uint32_t crtc, uint32_t framebuffer, uint32_t x, uint32_t y, uint32_t *connectors, int count,
    drmModeModeInfoPtr mode)
{
    int result = drmModeSetCrtc(fd, crtc, framebuffer, x, y, connectors, count, mode);
    return result == 0 ? 0 : result < -1 ? result : cdrm_failure();
}

/// Zero or more when the CRTC counts vertical blanks; -EOPNOTSUPP when its driver has none.
static inline int64_t cdrm_vertical_blank_count(int fd, uint32_t crtc)
{
    struct drm_crtc_get_sequence query = { .crtc_id = crtc };
    int result = cdrm_ioctl(fd, DRM_IOCTL_CRTC_GET_SEQUENCE, &query);
    return result < 0 ? result : (int64_t)(query.sequence & INT64_MAX);
}

// MARK: Events

typedef struct cdrm_event {
    uint32_t sequence;
    uint32_t seconds;
    uint32_t microseconds;
    uint64_t user_data;
} cdrm_event;

enum { cdrm_maximum_events = 32 };

/// Page-flip events that wait, at most `cdrm_maximum_events`: their number, 0 when none waits, or -errno. Never blocks.
static inline int cdrm_read_events(int fd, cdrm_event *events)
{
    union {
        struct drm_event alignment;
        char bytes[cdrm_maximum_events * sizeof(struct drm_event_vblank)];
    } buffer;
    ssize_t length;
    do
        length = read(fd, buffer.bytes, sizeof buffer.bytes);
    while (length < 0 && errno == EINTR);
    if (length < 0)
        return errno == EAGAIN ? 0 : cdrm_failure();
    int count = 0;
    for (size_t offset = 0; offset + sizeof(struct drm_event) <= (size_t)length && count < cdrm_maximum_events;) {
        struct drm_event header;
        memcpy(&header, buffer.bytes + offset, sizeof header);
        if (header.length < sizeof header || offset + header.length > (size_t)length)
            break;
        if (header.type == DRM_EVENT_FLIP_COMPLETE && header.length >= sizeof(struct drm_event_vblank)) {
            struct drm_event_vblank flip;
            memcpy(&flip, buffer.bytes + offset, sizeof flip);
            events[count++] = (cdrm_event) { flip.sequence, flip.tv_sec, flip.tv_usec, flip.user_data };
        }
        offset += header.length;
    }
    return count;
}

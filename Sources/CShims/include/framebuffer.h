// The old framebuffer devices, /dev/fb0. Every function returns a value of zero or more, or -errno.
#pragma once
#include <errno.h>
#include <linux/fb.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

typedef struct vitrine_framebuffer_facts {
    char name[17];
    uint32_t width, height;
    uint32_t bits_per_pixel;
    uint32_t bytes_per_row;
    /// Of the memory that can be mapped.
    uint32_t length;
    /// Where the part that is shown begins, bytes.
    uint32_t start;
    /// Offset and length of each colour in a pixel, bits.
    uint32_t red, red_length, green, green_length, blue, blue_length;
    /// Picoseconds a pixel, and the totals, for the refresh rate; 0 where the driver does not say.
    uint32_t pixel_clock;
    uint32_t horizontal_total, vertical_total;
    uint32_t millimeters_wide, millimeters_high;
} vitrine_framebuffer_facts;

static inline int vitrine_framebuffer_read(int fd, vitrine_framebuffer_facts *facts)
{
    struct fb_fix_screeninfo fixed;
    struct fb_var_screeninfo screen;
    if (ioctl(fd, FBIOGET_FSCREENINFO, &fixed) < 0 || ioctl(fd, FBIOGET_VSCREENINFO, &screen) < 0)
        return -errno;
    // Colours in palettes, or apart from each other, are not for us.
    if (fixed.type != FB_TYPE_PACKED_PIXELS || (fixed.visual != FB_VISUAL_TRUECOLOR && fixed.visual != FB_VISUAL_DIRECTCOLOR))
        return -EOPNOTSUPP;
    memset(facts, 0, sizeof *facts);
    memcpy(facts->name, fixed.id, 16);
    facts->width = screen.xres;
    facts->height = screen.yres;
    facts->bits_per_pixel = screen.bits_per_pixel;
    facts->bytes_per_row = fixed.line_length;
    facts->length = fixed.smem_len;
    facts->start = screen.yoffset * fixed.line_length + screen.xoffset * (screen.bits_per_pixel / 8);
    facts->red = screen.red.offset;
    facts->red_length = screen.red.length;
    facts->green = screen.green.offset;
    facts->green_length = screen.green.length;
    facts->blue = screen.blue.offset;
    facts->blue_length = screen.blue.length;
    facts->pixel_clock = screen.pixclock;
    facts->horizontal_total = screen.xres + screen.left_margin + screen.right_margin + screen.hsync_len;
    facts->vertical_total = screen.yres + screen.upper_margin + screen.lower_margin + screen.vsync_len;
    facts->millimeters_wide = screen.width == UINT32_MAX ? 0 : screen.width;
    facts->millimeters_high = screen.height == UINT32_MAX ? 0 : screen.height;
    return 0;
}

static inline int vitrine_framebuffer_map(int fd, uint32_t length, void **pixels)
{
    void *memory = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (memory == MAP_FAILED)
        return -errno;
    *pixels = memory;
    return 0;
}

static inline int vitrine_framebuffer_unmap(void *pixels, uint32_t length)
{
    return munmap(pixels, length) < 0 ? -errno : 0;
}

/// 1: signal off; 0: on.
static inline int vitrine_framebuffer_blank(int fd, int blank)
{
    return ioctl(fd, FBIOBLANK, blank ? FB_BLANK_POWERDOWN : FB_BLANK_UNBLANK) < 0 ? -errno : 0;
}

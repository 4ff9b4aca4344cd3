#include "../patterns.h"
#include "pixel.h"
#include "reference.h"

/* The pixel of the source that belongs at (x, y) of a destination of width x height. */
static uint32_t turned(const void *source, ptrdiff_t stride, ptrdiff_t x, ptrdiff_t y, ptrdiff_t width,
                       ptrdiff_t height, cr_rotation rotation) {
    switch (rotation) {
    case CR_ROTATION_QUARTER: return reference_read(source, stride, y, width - 1 - x);
    case CR_ROTATION_HALF: return reference_read(source, stride, width - 1 - x, height - 1 - y);
    case CR_ROTATION_THREE_QUARTER: return reference_read(source, stride, height - 1 - y, x);
    default: return reference_read(source, stride, x, y);
    }
}

/* A channel in fewer bits. Dithered, a level that the format has stays as it is, and one between two of them becomes
 * each in the share that it is near. */
static uint32_t reduced(uint32_t channel, int bits, const cr_scan *scan, ptrdiff_t x, ptrdiff_t y) {
    if (!scan->dither) return channel >> (8 - bits);
    uint32_t threshold = CR_BAYER_8[(scan->panel_y + y) & 7][(scan->panel_x + x) & 7];
    return (channel - (channel >> bits) + (threshold >> (bits - 2))) >> (8 - bits);
}

void cr_reference_scan_out(void *destination, ptrdiff_t destination_stride, const void *source,
                           ptrdiff_t source_stride, ptrdiff_t width, ptrdiff_t height, cr_rotation rotation,
                           const cr_scan *scan) {
    FOR_EACH_PIXEL(width, height) {
        uint32_t pixel = turned(source, source_stride, x, y, width, height, rotation);
        uint32_t red = pixel >> 16 & 255, green = pixel >> 8 & 255, blue = pixel & 255, word;
        int size = 4;
        switch (scan->format) {
        case CR_SCAN_XBGR8888: word = (pixel & 0xFF000000u) | blue << 16 | green << 8 | red; break;
        case CR_SCAN_RGB888: word = pixel, size = 3; break;
        case CR_SCAN_BGR888: word = blue << 16 | green << 8 | red, size = 3; break;
        case CR_SCAN_RGB565:
        case CR_SCAN_BGR565: {
            uint32_t first = reduced(scan->format == CR_SCAN_RGB565 ? red : blue, 5, scan, x, y);
            uint32_t last = reduced(scan->format == CR_SCAN_RGB565 ? blue : red, 5, scan, x, y);
            word = first << 11 | reduced(green, 6, scan, x, y) << 5 | last;
            size = 2;
            break;
        }
        case CR_SCAN_XRGB2101010:
            /* The two upper bits again below, so that 255 becomes 1023. */
            word = 3u << 30 | (red << 2 | red >> 6) << 20 | (green << 2 | green >> 6) << 10 | (blue << 2 | blue >> 6);
            break;
        default: word = pixel; break;
        }
        uint8_t *to = (uint8_t *)destination + y * destination_stride + x * size;
        for (int k = 0; k < size; k++) to[k] = (uint8_t)(word >> 8 * k);
    }
}

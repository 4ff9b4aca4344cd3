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

void cr_reference_scan_out_32(void *destination, ptrdiff_t destination_stride, const void *source,
                              ptrdiff_t source_stride, ptrdiff_t width, ptrdiff_t height, cr_rotation rotation) {
    FOR_EACH_PIXEL(width, height) {
        *reference_at(destination, destination_stride, x, y) =
            turned(source, source_stride, x, y, width, height, rotation);
    }
}

void cr_reference_scan_out_565(void *destination, ptrdiff_t destination_stride, const void *source,
                               ptrdiff_t source_stride, ptrdiff_t width, ptrdiff_t height, cr_rotation rotation) {
    FOR_EACH_PIXEL(width, height) {
        uint16_t *row = (uint16_t *)((uint8_t *)destination + y * destination_stride);
        row[x] = reference_565(turned(source, source_stride, x, y, width, height, rotation));
    }
}

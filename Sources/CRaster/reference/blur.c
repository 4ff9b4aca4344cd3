#include "pixel.h"
#include "reference.h"

/* The sum of one channel over the window of destination pixel `i`. `line` is the first byte of that channel along the
 * axis and `step` the bytes from one pixel to the next. */
static uint32_t window_sum(const uint8_t *line, ptrdiff_t step, const cr_box *box, ptrdiff_t i) {
    uint32_t sum = 0;
    for (int64_t k = 0; k < box->size; k++) {
        int64_t n = box->first + i + k;
        if (n < 0 || n >= box->source_length) {
            if (box->edge == CR_EDGE_ZERO) continue;
            n = n < 0 ? 0 : box->source_length - 1;
        }
        sum += line[n * step];
    }
    return sum;
}

/* The quotient by the size as a product, rounded to nearest. */
static uint8_t mean(uint32_t sum, const cr_box *box) {
    uint32_t size = (uint32_t)box->size, part = ((1u << 24) + size / 2) / size;
    return (uint8_t)((sum * part + (1u << 23)) >> 24);
}

static void blur(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
                 ptrdiff_t width, ptrdiff_t height, const cr_box *box, int channels) {
    for (ptrdiff_t y = 0; y < height; y++) {
        for (ptrdiff_t x = 0; x < width; x++) {
            for (int channel = 0; channel < channels; channel++) {
                uint8_t *to = (uint8_t *)destination + y * destination_stride + x * channels + channel;
                const uint8_t *from = (const uint8_t *)source + channel;
                uint32_t sum = box->axis == CR_AXIS_HORIZONTAL
                                   ? window_sum(from + y * source_stride, channels, box, x)
                                   : window_sum(from + x * channels, source_stride, box, y);
                *to = mean(sum, box);
            }
        }
    }
}

void cr_reference_box_blur_8(void *destination, ptrdiff_t destination_stride, const void *source,
                             ptrdiff_t source_stride, ptrdiff_t width, ptrdiff_t height, const cr_box *box) {
    blur(destination, destination_stride, source, source_stride, width, height, box, 1);
}

void cr_reference_box_blur_32(void *destination, ptrdiff_t destination_stride, const void *source,
                              ptrdiff_t source_stride, ptrdiff_t width, ptrdiff_t height, const cr_box *box) {
    blur(destination, destination_stride, source, source_stride, width, height, box, 4);
}

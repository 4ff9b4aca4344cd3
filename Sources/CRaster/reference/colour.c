#include "pixel.h"
#include "reference.h"

static uint32_t tinted(uint32_t pixel, uint32_t colour) {
    uint32_t result = 0;
    for (int shift = 0; shift < 32; shift += 8) {
        result |= reference_multiply_byte(pixel >> shift & 255, colour >> shift & 255) << shift;
    }
    return result;
}

void cr_reference_over_tint(void *destination, ptrdiff_t destination_stride, const void *source,
                            ptrdiff_t source_stride, ptrdiff_t width, ptrdiff_t height, uint32_t set_bits,
                            uint32_t colour) {
    FOR_EACH_PIXEL(width, height) {
        uint32_t *to = reference_at(destination, destination_stride, x, y);
        *to = reference_over(tinted(reference_read(source, source_stride, x, y) | set_bits, colour), *to);
    }
}

void cr_reference_add_tint(void *destination, ptrdiff_t destination_stride, const void *source,
                           ptrdiff_t source_stride, ptrdiff_t width, ptrdiff_t height, uint32_t set_bits,
                           uint32_t colour) {
    FOR_EACH_PIXEL(width, height) {
        uint32_t *to = reference_at(destination, destination_stride, x, y);
        uint32_t above = tinted(reference_read(source, source_stride, x, y) | set_bits, colour), result = 0;
        for (int shift = 0; shift < 32; shift += 8) {
            uint32_t sum = (above >> shift & 255) + (*to >> shift & 255);
            result |= (sum > 255 ? 255 : sum) << shift;
        }
        *to = result;
    }
}

void cr_reference_colour_matrix(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                                const int16_t matrix[9]) {
    FOR_EACH_PIXEL(width, height) {
        uint32_t *to = reference_at(destination, destination_stride, x, y);
        int32_t alpha = (int32_t)(*to >> 24);
        int32_t channels[3] = {*to >> 16 & 255, *to >> 8 & 255, *to & 255};
        uint32_t result = (uint32_t)alpha << 24;
        for (int k = 0; k < 3; k++) {
            const int16_t *row = matrix + 3 * k;
            int32_t value = (row[0] * channels[0] + row[1] * channels[1] + row[2] * channels[2] + 2048) >> 12;
            result |= (uint32_t)(value < 0 ? 0 : value > alpha ? alpha : value) << (16 - 8 * k);
        }
        *to = result;
    }
}

void cr_reference_restore(void *destination, ptrdiff_t destination_stride, const void *saved, ptrdiff_t saved_stride,
                          const void *mask, ptrdiff_t mask_stride, ptrdiff_t width, ptrdiff_t height) {
    FOR_EACH_PIXEL(width, height) {
        uint32_t *to = reference_at(destination, destination_stride, x, y);
        *to = reference_mix(*to, reference_read(saved, saved_stride, x, y), reference_read_8(mask, mask_stride, x, y));
    }
}

void cr_reference_halve(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
                        ptrdiff_t source_width, ptrdiff_t source_height, uint32_t set_bits) {
    FOR_EACH_PIXEL((source_width + 1) / 2, (source_height + 1) / 2) {
        ptrdiff_t right = 2 * x + 1 < source_width ? 2 * x + 1 : 2 * x;
        ptrdiff_t bottom = 2 * y + 1 < source_height ? 2 * y + 1 : 2 * y;
        uint32_t taps[4] = {
            reference_read(source, source_stride, 2 * x, 2 * y), reference_read(source, source_stride, right, 2 * y),
            reference_read(source, source_stride, 2 * x, bottom), reference_read(source, source_stride, right, bottom)};
        uint32_t result = 0;
        for (int shift = 0; shift < 32; shift += 8) {
            uint32_t sum = 2;
            for (int k = 0; k < 4; k++) sum += taps[k] >> shift & 255;
            result |= sum >> 2 << shift;
        }
        *reference_at(destination, destination_stride, x, y) = result | set_bits;
    }
}

#pragma once
#include "kernels.h"

#include <string.h>

/* One pixel at a time, one channel at a time: what the fast kernels must equal. */

static inline uint32_t reference_multiply_byte(uint32_t a, uint32_t b) {
    uint32_t t = a * b + 128;
    return (t + (t >> 8)) >> 8;
}

static inline uint32_t reference_multiply(uint32_t pixel, uint32_t factor) {
    uint32_t result = 0;
    for (int shift = 0; shift < 32; shift += 8) {
        result |= reference_multiply_byte(pixel >> shift & 255, factor) << shift;
    }
    return result;
}

static inline uint32_t reference_over(uint32_t above, uint32_t below) {
    uint32_t rest = 255 - (above >> 24), result = 0;
    for (int shift = 0; shift < 32; shift += 8) {
        uint32_t sum = (above >> shift & 255) + reference_multiply_byte(below >> shift & 255, rest);
        result |= (sum > 255 ? 255 : sum) << shift;
    }
    return result;
}

/* Two pixels mixed: above * part + below * (255 - part), each channel rounded once. */
static inline uint32_t reference_mix(uint32_t above, uint32_t below, uint32_t part) {
    uint32_t result = 0;
    for (int shift = 0; shift < 32; shift += 8) {
        uint32_t t = (above >> shift & 255) * part + (below >> shift & 255) * (255 - part) + 128;
        result |= ((t + (t >> 8)) >> 8) << shift;
    }
    return result;
}

static inline uint32_t *reference_at(void *base, ptrdiff_t stride, ptrdiff_t x, ptrdiff_t y) {
    return (uint32_t *)((uint8_t *)base + y * stride) + x;
}

static inline uint32_t reference_read(const void *base, ptrdiff_t stride, ptrdiff_t x, ptrdiff_t y) {
    uint32_t pixel;
    memcpy(&pixel, (const uint8_t *)base + y * stride + x * 4, 4);
    return pixel;
}

static inline uint8_t reference_read_8(const void *base, ptrdiff_t stride, ptrdiff_t x, ptrdiff_t y) {
    return *((const uint8_t *)base + y * stride + x);
}

#define FOR_EACH_PIXEL(width, height)                                                                               \
    for (ptrdiff_t y = 0; y < (height); y++)                                                                        \
        for (ptrdiff_t x = 0; x < (width); x++)

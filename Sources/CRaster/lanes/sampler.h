#pragma once
#include "kernels.h"

/* Positions of samples are already moved by half a pixel for bilinear taps. */

LANE_FUNCTION ptrdiff_t clamped(int64_t value, int32_t count) {
    return value < 0 ? 0 : value >= count ? count - 1 : (ptrdiff_t)value;
}

LANE_FUNCTION uint32_t load_pixel(const void *base, ptrdiff_t offset) {
    uint32_t pixel;
    memcpy(&pixel, (const uint8_t *)base + offset, 4);
    return pixel;
}

LANE_FUNCTION uint32_t nearest_pixel(const cr_sampling *s, int64_t u, int64_t v) {
    return load_pixel(s->pixels, (ptrdiff_t)(v >> 32) * s->stride + (ptrdiff_t)(u >> 32) * 4);
}

LANE_FUNCTION uint32_t nearest_pixel_clamped(const cr_sampling *s, int64_t u, int64_t v) {
    return load_pixel(s->pixels, clamped(v >> 32, s->height) * s->stride + clamped(u >> 32, s->width) * 4);
}

/* The fraction of a position as a bilinear weight, 0 … 127. */
LANE_FUNCTION int weight(int64_t position) { return (int)(position >> 25) & 127; }

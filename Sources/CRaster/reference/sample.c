#include "pixel.h"
#include "reference.h"

/* The position of each pixel is computed from nothing but its coordinates, and tested against the limits one by one:
 * no spans, no accumulated steps. */

static void position(const cr_sampling *s, ptrdiff_t x, ptrdiff_t y, int64_t *u, int64_t *v) {
    *u = s->u + x * s->u_per_x + y * s->u_per_y;
    *v = s->v + x * s->v_per_x + y * s->v_per_y;
}

static int inside(const cr_sampling *s, int64_t u, int64_t v) {
    return u >= s->u0 && u < s->u1 && v >= s->v0 && v < s->v1;
}

static uint32_t tap(const cr_sampling *s, int64_t x, int64_t y) {
    if (x < 0) x = 0;
    if (y < 0) y = 0;
    if (x >= s->width) x = s->width - 1;
    if (y >= s->height) y = s->height - 1;
    return reference_read(s->pixels, s->stride, (ptrdiff_t)x, (ptrdiff_t)y);
}

static uint32_t bilinear(const cr_sampling *s, int64_t u, int64_t v) {
    u -= (int64_t)1 << 31;
    v -= (int64_t)1 << 31;
    int64_t x = u >> 32, y = v >> 32;
    uint32_t fx = (uint32_t)(u >> 25) & 127, fy = (uint32_t)(v >> 25) & 127;
    uint32_t taps[4] = {tap(s, x, y), tap(s, x + 1, y), tap(s, x, y + 1), tap(s, x + 1, y + 1)};
    uint32_t weights[4] = {(128 - fx) * (128 - fy), fx * (128 - fy), (128 - fx) * fy, fx * fy};
    uint32_t result = 0;
    for (int shift = 0; shift < 32; shift += 8) {
        uint32_t sum = 1 << 13;
        for (int k = 0; k < 4; k++) sum += (taps[k] >> shift & 255) * weights[k];
        result |= sum >> 14 << shift;
    }
    return result;
}

void cr_reference_sample_bilinear(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                                  const cr_sampling *sampling, uint32_t set_bits, uint8_t alpha) {
    FOR_EACH_PIXEL(width, height) {
        int64_t u, v;
        position(sampling, x, y, &u, &v);
        if (!inside(sampling, u, v)) continue;
        uint32_t *to = reference_at(destination, destination_stride, x, y);
        *to = reference_over(reference_multiply(bilinear(sampling, u, v) | set_bits, alpha), *to);
    }
}

void cr_reference_sample_nearest(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                                 const cr_sampling *sampling, uint32_t set_bits, uint8_t alpha) {
    FOR_EACH_PIXEL(width, height) {
        int64_t u, v;
        position(sampling, x, y, &u, &v);
        if (!inside(sampling, u, v)) continue;
        uint32_t *to = reference_at(destination, destination_stride, x, y);
        uint32_t sample = tap(sampling, u >> 32, v >> 32) | set_bits;
        *to = reference_over(reference_multiply(sample, alpha), *to);
    }
}

void cr_reference_sample_solid(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                               const cr_sampling *sampling, uint32_t colour) {
    FOR_EACH_PIXEL(width, height) {
        int64_t u, v;
        position(sampling, x, y, &u, &v);
        if (!inside(sampling, u, v)) continue;
        uint32_t *to = reference_at(destination, destination_stride, x, y);
        *to = reference_over(colour, *to);
    }
}

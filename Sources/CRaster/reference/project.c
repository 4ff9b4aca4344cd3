#include "pixel.h"
#include "reference.h"

#if defined(__clang__)
#pragma clang fp contract(off)
#endif

static int position(const cr_projection *p, ptrdiff_t x, ptrdiff_t y, double *u, double *v) {
    double column = (double)(p->origin_x + (int32_t)x) + 0.5, row = (double)(p->origin_y + (int32_t)y) + 0.5;
    double w = p->w_x * column + (p->w_y * row + p->w_1);
    if (!(w > 0)) return 0;
    double part = 1 / w;
    *u = (p->u_x * column + (p->u_y * row + p->u_1)) * part;
    *v = (p->v_x * column + (p->v_y * row + p->v_1)) * part;
    return *u >= p->u0 && *u < p->u1 && *v >= p->v0 && *v < p->v1;
}

static uint32_t tap(const cr_projection *p, int32_t x, int32_t y) {
    if (x < 0) x = 0;
    if (y < 0) y = 0;
    if (x >= p->width) x = p->width - 1;
    if (y >= p->height) y = p->height - 1;
    return reference_read(p->pixels, p->stride, x, y);
}

/* Positions in 1/32768 of a pixel, counted from 16384 pixels before the tap rectangle. */
static int32_t fixed(double position) { return (int32_t)((position + 16384.0) * 32768.0); }

static uint32_t bilinear(const cr_projection *p, double u, double v) {
    int32_t a = fixed(u - 0.5), b = fixed(v - 0.5);
    int32_t x = (a >> 15) - 16384, y = (b >> 15) - 16384;
    uint32_t fx = (uint32_t)a >> 8 & 127, fy = (uint32_t)b >> 8 & 127;
    uint32_t taps[4] = {tap(p, x, y), tap(p, x + 1, y), tap(p, x, y + 1), tap(p, x + 1, y + 1)};
    uint32_t weights[4] = {(128 - fx) * (128 - fy), fx * (128 - fy), (128 - fx) * fy, fx * fy};
    uint32_t result = 0;
    for (int shift = 0; shift < 32; shift += 8) {
        uint32_t sum = 1 << 13;
        for (int k = 0; k < 4; k++) sum += (taps[k] >> shift & 255) * weights[k];
        result |= sum >> 14 << shift;
    }
    return result;
}

void cr_reference_project_bilinear(void *destination, ptrdiff_t destination_stride, ptrdiff_t width,
                                   ptrdiff_t height, const cr_projection *projection, uint32_t set_bits,
                                   uint8_t alpha) {
    FOR_EACH_PIXEL(width, height) {
        double u, v;
        if (!position(projection, x, y, &u, &v)) continue;
        uint32_t *to = reference_at(destination, destination_stride, x, y);
        *to = reference_over(reference_multiply(bilinear(projection, u, v) | set_bits, alpha), *to);
    }
}

void cr_reference_project_nearest(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                                  const cr_projection *projection, uint32_t set_bits, uint8_t alpha) {
    FOR_EACH_PIXEL(width, height) {
        double u, v;
        if (!position(projection, x, y, &u, &v)) continue;
        uint32_t *to = reference_at(destination, destination_stride, x, y);
        uint32_t sample = tap(projection, (fixed(u) >> 15) - 16384, (fixed(v) >> 15) - 16384) | set_bits;
        *to = reference_over(reference_multiply(sample, alpha), *to);
    }
}

void cr_reference_project_solid(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                                const cr_projection *projection, uint32_t colour) {
    FOR_EACH_PIXEL(width, height) {
        double u, v;
        if (!position(projection, x, y, &u, &v)) continue;
        uint32_t *to = reference_at(destination, destination_stride, x, y);
        *to = reference_over(colour, *to);
    }
}

#include "../formulas.h"
#include "../patterns.h"
#include "pixel.h"
#include "reference.h"

static float position(const cr_gradient *g, ptrdiff_t x, ptrdiff_t y) {
    double column = (double)(g->origin_x + (int32_t)x) + 0.5, row = (double)(g->origin_y + (int32_t)y) + 0.5;
    float p = (float)(g->p_x * column + (g->p_y * row + g->p_1));
    if (g->kind == CR_GRADIENT_AXIAL) return p;
    float q = (float)(g->q_x * column + (g->q_y * row + g->q_1));
    return g->kind == CR_GRADIENT_RADIAL ? cr_radius(p, q) : cr_turns(p, q);
}

void cr_reference_gradient(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                           const cr_gradient *gradient, int32_t is_opaque, uint8_t alpha) {
    (void)is_opaque;
    FOR_EACH_PIXEL(width, height) {
        int index = (int)cr_gradient_index(position(gradient, x, y), (float)(gradient->count - 1));
        uint32_t threshold = CR_BAYER_8[(gradient->origin_y + y) & 7][(gradient->origin_x + x) & 7] * 4u + 2;
        uint32_t pixel = 0;
        for (int k = 0; k < 4; k++) pixel |= ((gradient->table[4 * index + k] + threshold) >> 8) << 8 * k;
        uint32_t *to = reference_at(destination, destination_stride, x, y);
        *to = reference_over(reference_multiply(pixel, alpha), *to);
    }
}

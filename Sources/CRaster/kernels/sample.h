/*
 * Kernels that draw a picture through an affine transform.
 *
 * The position of a sample is a whole-number function of the destination pixel's coordinates, so a picture drawn in two
 * tiles has the same pixels as one drawn in one piece.
 */
#include "span.h"

#define HALF_PIXEL ((int64_t)1 << 31)

/* Constant where these functions are expanded: each combination has a loop of its own. */
enum filter { FILTER_BILINEAR, FILTER_NEAREST };
enum blend { BLEND_STORE, BLEND_OPAQUE_ALPHA, BLEND_OVER, BLEND_OVER_ALPHA };

typedef struct sample_row {
    const cr_sampling *sampling;
    ramp ramp;
    uint32_t set_bits;
    factor part, rest;
} sample_row;

LANE_FUNCTION px sample_lanes(const sample_row *row, enum filter filter, int clamp, int64_t u, int64_t v) {
    px sample;
    if (filter == FILTER_BILINEAR) {
        sample = clamp ? px_bilinear_clamped(row->sampling, &row->ramp, u, v)
                       : px_bilinear(row->sampling, &row->ramp, u, v);
    } else {
        sample = clamp ? px_nearest_clamped(row->sampling, &row->ramp, u, v)
                       : px_nearest(row->sampling, &row->ramp, u, v);
    }
    return px_set_bits(sample, row->set_bits);
}

LANE_FUNCTION px sample_blend(const sample_row *row, enum blend blend, px sample, px below) {
    switch (blend) {
    case BLEND_STORE: return sample;
    case BLEND_OPAQUE_ALPHA: return px_add(px_multiply(sample, row->part), px_multiply(below, row->rest));
    case BLEND_OVER: return blend_over(sample, below);
    default: return blend_over(px_multiply(sample, row->part), below);
    }
}

LANE_FUNCTION void sample_group(const sample_row *row, enum filter filter, enum blend blend, int clamp, uint32_t *to,
                                int64_t u, int64_t v) {
    px sample = sample_lanes(row, filter, clamp, u, v);
    if (blend == BLEND_STORE) {
        px_store(to, sample);
        return;
    }
    if (blend == BLEND_OVER) {
        switch (px_coverage(sample)) {
        case COVERAGE_NONE: return;
        case COVERAGE_FULL: px_store(to, sample); return;
        default: break;
        }
    }
    px_store(to, sample_blend(row, blend, sample, px_load(to)));
}

LANE_FUNCTION void sample_rows(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                               const sample_row *row, enum filter filter, enum blend blend) {
    const cr_sampling *s = row->sampling;
    int64_t shift = filter == FILTER_BILINEAR ? HALF_PIXEL : 0;
    /* Positions whose taps all lie in the tap rectangle. */
    int taps = filter == FILTER_BILINEAR ? 2 : 1;
    int64_t u_limit = (int64_t)(s->width - taps + 1) << 32, v_limit = (int64_t)(s->height - taps + 1) << 32;
    int64_t u_step = s->u_per_x, v_step = s->v_per_x;

    FOR_EACH_ROW(height) {
        int64_t u = s->u + y * s->u_per_y, v = s->v + y * s->v_per_y;
        span drawn = span_within((span){0, width}, u, u_step, s->u0, s->u1);
        drawn = span_within(drawn, v, v_step, s->v0, s->v1);
        if (drawn.from >= drawn.to) continue;
        u -= shift;
        v -= shift;
        span inner = span_within(drawn, u, u_step, 0, u_limit);
        inner = span_within(inner, v, v_step, 0, v_limit);

        uint32_t *to = row_32(destination, destination_stride, y);
        ptrdiff_t x = drawn.from;
        /* Clamping is right everywhere, only slower: whole groups that begin before or reach beyond the inner span. */
        for (; x < inner.from && x + LANES <= drawn.to; x += LANES) {
            sample_group(row, filter, blend, 1, to + x, u + x * u_step, v + x * v_step);
        }
        for (; x + LANES <= inner.to; x += LANES) {
            sample_group(row, filter, blend, 0, to + x, u + x * u_step, v + x * v_step);
        }
        for (; x + LANES <= drawn.to; x += LANES) {
            sample_group(row, filter, blend, 1, to + x, u + x * u_step, v + x * v_step);
        }
        if (x < drawn.to) {
            int n = (int)(drawn.to - x);
            px sample = sample_lanes(row, filter, 1, u + x * u_step, v + x * v_step);
            px_store_partial(to + x, sample_blend(row, blend, sample, px_load_partial(to + x, n)), n);
        }
    }
}

#define SAMPLE_LOOP(name, filter, blend)                                                                            \
    static __attribute__((noinline)) void name(void *destination, ptrdiff_t destination_stride, ptrdiff_t width,    \
                                               ptrdiff_t height, const sample_row *row) {                           \
        sample_rows(destination, destination_stride, width, height, row, filter, blend);                            \
    }

SAMPLE_LOOP(bilinear_store, FILTER_BILINEAR, BLEND_STORE)
SAMPLE_LOOP(bilinear_opaque_alpha, FILTER_BILINEAR, BLEND_OPAQUE_ALPHA)
SAMPLE_LOOP(bilinear_over, FILTER_BILINEAR, BLEND_OVER)
SAMPLE_LOOP(bilinear_over_alpha, FILTER_BILINEAR, BLEND_OVER_ALPHA)
SAMPLE_LOOP(nearest_store, FILTER_NEAREST, BLEND_STORE)
SAMPLE_LOOP(nearest_opaque_alpha, FILTER_NEAREST, BLEND_OPAQUE_ALPHA)
SAMPLE_LOOP(nearest_over, FILTER_NEAREST, BLEND_OVER)
SAMPLE_LOOP(nearest_over_alpha, FILTER_NEAREST, BLEND_OVER_ALPHA)

LANE_FUNCTION sample_row sample_row_make(const cr_sampling *sampling, uint32_t set_bits, uint8_t alpha) {
    return (sample_row){sampling, ramp_make(sampling), set_bits, factor_splat(alpha),
                        factor_splat((uint8_t)(255 - alpha))};
}

static void sample_bilinear(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                            const cr_sampling *sampling, uint32_t set_bits, uint8_t alpha) {
    sample_row row = sample_row_make(sampling, set_bits, alpha);
    int opaque = set_bits >= 0xFF000000u;
    if (opaque && alpha == 255) {
        bilinear_store(destination, destination_stride, width, height, &row);
    } else if (opaque) {
        bilinear_opaque_alpha(destination, destination_stride, width, height, &row);
    } else if (alpha == 255) {
        bilinear_over(destination, destination_stride, width, height, &row);
    } else {
        bilinear_over_alpha(destination, destination_stride, width, height, &row);
    }
}

static void sample_nearest(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                           const cr_sampling *sampling, uint32_t set_bits, uint8_t alpha) {
    sample_row row = sample_row_make(sampling, set_bits, alpha);
    int opaque = set_bits >= 0xFF000000u;
    if (opaque && alpha == 255) {
        nearest_store(destination, destination_stride, width, height, &row);
    } else if (opaque) {
        nearest_opaque_alpha(destination, destination_stride, width, height, &row);
    } else if (alpha == 255) {
        nearest_over(destination, destination_stride, width, height, &row);
    } else {
        nearest_over_alpha(destination, destination_stride, width, height, &row);
    }
}

static void sample_solid(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                         const cr_sampling *sampling, uint32_t colour) {
    px lanes = px_splat(colour);
    factor rest = factor_splat((uint8_t)(255 - (colour >> 24)));
    int opaque = colour >= 0xFF000000u;
    FOR_EACH_ROW(height) {
        int64_t u = sampling->u + y * sampling->u_per_y, v = sampling->v + y * sampling->v_per_y;
        span drawn = span_within((span){0, width}, u, sampling->u_per_x, sampling->u0, sampling->u1);
        drawn = span_within(drawn, v, sampling->v_per_x, sampling->v0, sampling->v1);
        uint32_t *to = row_32(destination, destination_stride, y) + drawn.from;
        if (opaque) {
            row_fill(to, drawn.to - drawn.from, lanes);
        } else {
            row_over_solid(to, drawn.to - drawn.from, lanes, rest);
        }
    }
}

/*
 * Kernels that draw a picture in perspective.
 *
 * The position of a sample is computed from the pixel's coordinates alone, in doubles, in the order that the reference
 * uses; a group of pixels is only those computations side by side.
 */

typedef struct project_row {
    const cr_projection *projection;
    cr_sampling taps;
    double u, v, w; /* what the row adds */
    uint32_t set_bits;
    factor part;
    int is_whole, is_opaque; /* nothing to multiply; nothing of the destination left */
} project_row;

/* Keeps of the columns from … to - 1 those where `slope` * X + `start` may not be negative. `noise` bounds the terms that
 * either was summed from, so that rounding never cuts a pixel off that the exact test would draw. */
LANE_FUNCTION span project_cut(span s, int32_t origin, double slope, double start, double slope_noise, double start_noise) {
    double size = slope < 0 ? -slope : slope;
    if (!(size > 0)) return s;
    double root = -start / slope - 0.5 - origin;
    double slack = 2 + 1e-14 * (start_noise + slope_noise * (70000.0 + (s.to > 70000 ? (double)s.to : 0))) / size;
    double limit = slope > 0 ? root - slack : root + slack;
    if (!(limit > -1e9 && limit < 1e9)) return s; /* so far away, or no number: the exact test decides */
    if (slope > 0) {
        ptrdiff_t from = (ptrdiff_t)limit;
        if (from > s.from) s.from = from < s.to ? from : s.to;
    } else {
        ptrdiff_t to = (ptrdiff_t)limit + 2;
        if (to < s.to) s.to = to > s.from ? to : s.from;
    }
    return s;
}

LANE_FUNCTION double magnitude(double v) { return v < 0 ? -v : v; }

/* `sign` * (P - limit * W) >= 0 */
LANE_FUNCTION span project_cut_at(span s, const project_row *row, double slope, double start, double noise, double limit,
                                  double sign) {
    const cr_projection *p = row->projection;
    double w_noise = magnitude(p->w_y) * 70000 + magnitude(p->w_1);
    return project_cut(s, p->origin_x, sign * (slope - limit * p->w_x), sign * (start - limit * row->w),
                       magnitude(slope) + magnitude(limit * p->w_x), noise + magnitude(limit) * w_noise);
}

/* A part of the row outside which nothing is drawn. */
LANE_FUNCTION span project_span(const project_row *row, ptrdiff_t width) {
    const cr_projection *p = row->projection;
    double u_noise = magnitude(p->u_y) * 70000 + magnitude(p->u_1);
    double v_noise = magnitude(p->v_y) * 70000 + magnitude(p->v_1);
    span s = {0, width};
    s = project_cut(s, p->origin_x, p->w_x, row->w, magnitude(p->w_x), magnitude(p->w_y) * 70000 + magnitude(p->w_1));
    s = project_cut_at(s, row, p->u_x, row->u, u_noise, p->u0, 1);
    s = project_cut_at(s, row, p->u_x, row->u, u_noise, p->u1, -1);
    s = project_cut_at(s, row, p->v_x, row->v, v_noise, p->v0, 1);
    return project_cut_at(s, row, p->v_x, row->v, v_noise, p->v1, -1);
}

/* Positions in 16.16, 0 where the truth is false. */
LANE_FUNCTION whole project_positions(precise position, precise_truth truth) {
    position = (position + 16384.0) * 32768.0;
    position = (precise)((precise_truth)position & truth);
    return (__builtin_convertvector(position, whole) - (1 << 29)) * 2;
}

enum project_source { PROJECT_BILINEAR, PROJECT_NEAREST, PROJECT_SOLID };

LANE_FUNCTION void project_rows(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                                project_row *row, enum project_source source, px colour) {
    const cr_projection *p = row->projection;
    const whole ramp = whole_ramp();
    const int32_t last_x = (p->width - 1) << 16, last_y = (p->height - 1) << 16;
    FOR_EACH_ROW(height) {
        double line = (double)(p->origin_y + (int32_t)y) + 0.5;
        row->u = p->u_y * line + p->u_1;
        row->v = p->v_y * line + p->v_1;
        row->w = p->w_y * line + p->w_1;
        span drawn = project_span(row, width);
        uint32_t *to = row_32(destination, destination_stride, y);
        for (ptrdiff_t x = drawn.from; x < drawn.to; x += LANES) {
            precise column = __builtin_convertvector(ramp + (p->origin_x + (int32_t)x), precise) + 0.5;
            precise w = p->w_x * column + row->w;
            precise part = 1.0 / w;
            precise u = (p->u_x * column + row->u) * part, v = (p->v_x * column + row->v) * part;
            precise_truth truth = (w > 0) & (u >= p->u0) & (u < p->u1) & (v >= p->v0) & (v < p->v1);
            cr_truth drawn_lanes = __builtin_convertvector(truth, whole);
            ptrdiff_t left = drawn.to - x;
            if (left < LANES) drawn_lanes &= ramp < (int32_t)left;
            if (!truth_any(drawn_lanes)) continue;
            px sample;
            if (source == PROJECT_SOLID) {
                sample = colour;
            } else if (source == PROJECT_NEAREST) {
                sample = px_nearest_at(&row->taps, project_positions(u, truth), project_positions(v, truth));
            } else {
                whole a = project_positions(u - 0.5, truth), b = project_positions(v - 0.5, truth);
                cr_truth inner = (a >= 0) & (a < last_x) & (b >= 0) & (b < last_y);
                sample = truth_all(inner) ? px_bilinear_at(&row->taps, a, b, 0) : px_bilinear_at(&row->taps, a, b, 1);
            }
            if (source != PROJECT_SOLID) sample = px_set_bits(sample, row->set_bits);
            if (!row->is_whole) sample = px_multiply(sample, row->part);
            if (left >= LANES) {
                if (row->is_opaque && truth_all(drawn_lanes)) {
                    px_store(to + x, sample);
                    continue;
                }
                px below = px_load(to + x), result = blend_over(sample, below);
                px_store(to + x, truth_all(drawn_lanes) ? result : px_pick(drawn_lanes, result, below));
            } else {
                px below = px_load_partial(to + x, (int)left);
                px_store_partial(to + x, px_pick(drawn_lanes, blend_over(sample, below), below), (int)left);
            }
        }
    }
}

LANE_FUNCTION project_row project_row_make(const cr_projection *p, uint32_t set_bits, uint8_t alpha) {
    return (project_row){
        .projection = p, .taps = {.pixels = p->pixels, .stride = p->stride, .width = p->width, .height = p->height},
        .set_bits = set_bits, .part = factor_splat(alpha), .is_whole = alpha == 255,
        .is_opaque = alpha == 255 && set_bits >= 0xFF000000u};
}

static void project_bilinear(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                             const cr_projection *projection, uint32_t set_bits, uint8_t alpha) {
    project_row row = project_row_make(projection, set_bits, alpha);
    project_rows(destination, destination_stride, width, height, &row, PROJECT_BILINEAR, px_splat(0));
}

static void project_nearest(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                            const cr_projection *projection, uint32_t set_bits, uint8_t alpha) {
    project_row row = project_row_make(projection, set_bits, alpha);
    project_rows(destination, destination_stride, width, height, &row, PROJECT_NEAREST, px_splat(0));
}

static void project_solid(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                          const cr_projection *projection, uint32_t colour) {
    /* A colour is opaque where its alpha is. */
    project_row row = project_row_make(projection, colour, 255);
    project_rows(destination, destination_stride, width, height, &row, PROJECT_SOLID, px_splat(colour));
}

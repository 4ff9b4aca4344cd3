/* Any other processor: one pixel, two channels at a time in a 32-bit word. */
#include "coverage.h"
#include "sampler.h"

#define LANES_NAME "plain"
#define LANES 1
typedef uint32_t px;
typedef uint32_t factor;

#include "../kernels/wide.h"

LANE_FUNCTION px px_load(const void *p) { return load_pixel(p, 0); }
LANE_FUNCTION void px_store(void *p, px v) { memcpy(p, &v, 4); }
LANE_FUNCTION px px_load_partial(const void *p, int n) { return n > 0 ? px_load(p) : 0; }
LANE_FUNCTION void px_store_partial(void *p, px v, int n) {
    if (n > 0) px_store(p, v);
}

LANE_FUNCTION px px_splat(uint32_t colour) { return colour; }
LANE_FUNCTION px px_set_bits(px v, uint32_t bits) { return v | bits; }

/* Two channels in the low bytes of two 16-bit fields. */
LANE_FUNCTION uint32_t product_2(uint32_t pair, uint32_t f) {
    uint32_t t = pair * f + 0x00800080u;
    return ((t + ((t >> 8) & 0x00FF00FFu)) >> 8) & 0x00FF00FFu;
}

LANE_FUNCTION px px_multiply(px v, factor f) {
    return product_2(v & 0x00FF00FFu, f) | product_2((v >> 8) & 0x00FF00FFu, f) << 8;
}

LANE_FUNCTION uint32_t sum_2(uint32_t a, uint32_t b) {
    uint32_t t = a + b;
    t |= 0x01000100u - ((t >> 8) & 0x00010001u); /* a carry sets all bits of its channel */
    return t & 0x00FF00FFu;
}

LANE_FUNCTION px px_add(px a, px b) {
    return sum_2(a & 0x00FF00FFu, b & 0x00FF00FFu) | sum_2((a >> 8) & 0x00FF00FFu, (b >> 8) & 0x00FF00FFu) << 8;
}

LANE_FUNCTION px px_reverse(px v) { return v; }

LANE_FUNCTION enum coverage px_coverage(px v) {
    return v >= 0xFF000000u ? COVERAGE_FULL : v == 0 ? COVERAGE_NONE : COVERAGE_SOME;
}

LANE_FUNCTION factor px_alpha(px v) { return v >> 24; }
LANE_FUNCTION factor factor_splat(uint8_t value) { return value; }
LANE_FUNCTION factor factor_invert(factor f) { return 255 - f; }
LANE_FUNCTION factor factor_multiply(factor a, factor b) { return product_2(a, b); }
LANE_FUNCTION factor factor_load(const uint8_t *p) { return *p; }
LANE_FUNCTION factor factor_load_partial(const uint8_t *p, int n) { return n > 0 ? *p : 0; }

LANE_FUNCTION enum coverage factor_coverage(factor f) {
    return f == 0 ? COVERAGE_NONE : f == 255 ? COVERAGE_FULL : COVERAGE_SOME;
}

LANE_FUNCTION void px_store_565(uint16_t *p, px v) {
    *p = (uint16_t)(((v >> 8) & 0xF800) | ((v >> 5) & 0x07E0) | ((v >> 3) & 0x001F));
}

LANE_FUNCTION void px_store_565_partial(uint16_t *p, px v, int n) {
    if (n > 0) px_store_565(p, v);
}

LANE_FUNCTION void transpose_4x4(void *to, ptrdiff_t to_stride, const void *from, ptrdiff_t from_stride) {
    for (int y = 0; y < 4; y++) {
        for (int x = 0; x < 4; x++) {
            px_store((uint8_t *)to + x * to_stride + y * 4, load_pixel(from, y * from_stride + x * 4));
        }
    }
}

/* MARK: Wider numbers */

LANE_FUNCTION wide wide_of(px v) {
    return (wide){(uint16_t)(v & 255), (uint16_t)(v >> 8 & 255), (uint16_t)(v >> 16 & 255), (uint16_t)(v >> 24)};
}

LANE_FUNCTION px px_of(wide v) {
    return (v[0] & 255u) | (v[1] & 255u) << 8 | (v[2] & 255u) << 16 | (uint32_t)(v[3] & 255u) << 24;
}

LANE_FUNCTION wide wide_of_factor(factor f) { return (wide){0} + (uint16_t)f; }

LANE_FUNCTION wide wide_load(const uint16_t *p) {
    wide v;
    memcpy(&v, p, sizeof v);
    return v;
}

LANE_FUNCTION planes planes_of(px v) {
    return (planes){{whole_all((int32_t)(v & 255)), whole_all((int32_t)(v >> 8 & 255)),
                     whole_all((int32_t)(v >> 16 & 255)), whole_all((int32_t)(v >> 24))}};
}

LANE_FUNCTION px px_of_planes(planes p) {
    return (uint32_t)p.channel[0][0] | (uint32_t)p.channel[1][0] << 8 | (uint32_t)p.channel[2][0] << 16 |
           (uint32_t)p.channel[3][0] << 24;
}

LANE_FUNCTION px px_pick(cr_truth truth, px a, px b) { return truth[0] ? a : b; }
LANE_FUNCTION cr_real cr_square_root(cr_real v) { return cr_all(__builtin_sqrtf(v[0])); }
LANE_FUNCTION int truth_all(cr_truth t) { return t[0] != 0; }
LANE_FUNCTION int truth_any(cr_truth t) { return t[0] != 0; }

/* MARK: Colours */

LANE_FUNCTION px px_product(px a, px b) {
    px result = 0;
    for (int shift = 0; shift < 32; shift += 8) result |= product_2(a >> shift & 255, b >> shift & 255) << shift;
    return result;
}

LANE_FUNCTION uint32_t mix_2(uint32_t above, uint32_t below, uint32_t part) {
    uint32_t t = above * part + below * (255 - part) + 0x00800080u;
    return ((t + ((t >> 8) & 0x00FF00FFu)) >> 8) & 0x00FF00FFu;
}

LANE_FUNCTION px px_mix(px above, px below, factor part) {
    uint32_t even = mix_2(above & 0x00FF00FFu, below & 0x00FF00FFu, part);
    return even | mix_2((above >> 8) & 0x00FF00FFu, (below >> 8) & 0x00FF00FFu, part) << 8;
}

LANE_FUNCTION px px_matrix(px v, const int16_t *m) {
    int32_t red = v >> 16 & 255, green = v >> 8 & 255, blue = v & 255, alpha = (int32_t)(v >> 24);
    px result = v & 0xFF000000u;
    for (int k = 0; k < 3; k++) {
        int32_t value = (m[3 * k] * red + m[3 * k + 1] * green + m[3 * k + 2] * blue + 2048) >> 12;
        result |= (uint32_t)(value < 0 ? 0 : value > alpha ? alpha : value) << (16 - 8 * k);
    }
    return result;
}

LANE_FUNCTION px px_halve(const uint8_t *top, const uint8_t *bottom) {
    px a = load_pixel(top, 0), b = load_pixel(top, 4), c = load_pixel(bottom, 0), d = load_pixel(bottom, 4);
    uint32_t even = (a & 0x00FF00FFu) + (b & 0x00FF00FFu) + (c & 0x00FF00FFu) + (d & 0x00FF00FFu) + 0x00020002u;
    uint32_t odd = (a >> 8 & 0x00FF00FFu) + (b >> 8 & 0x00FF00FFu) + (c >> 8 & 0x00FF00FFu) +
                   (d >> 8 & 0x00FF00FFu) + 0x00020002u;
    return (even >> 2 & 0x00FF00FFu) | (odd >> 2 & 0x00FF00FFu) << 8;
}

/* MARK: Formats */

LANE_FUNCTION px px_exchange(px v) { return (v & 0xFF00FF00u) | (v >> 16 & 255) | (v & 255) << 16; }

LANE_FUNCTION px px_dithered(px v, px thresholds) {
    return v - ((v >> 5 & 0x00070007u) | (v >> 6 & 0x00000300u)) + thresholds;
}

LANE_FUNCTION void px_store_24(uint8_t *p, px v) {
    for (int k = 0; k < 3; k++) p[k] = (uint8_t)(v >> 8 * k);
}

LANE_FUNCTION void px_store_24_partial(uint8_t *p, px v, int n) {
    if (n > 0) px_store_24(p, v);
}

/* MARK: Sampling */

typedef struct ramp {
    int unused;
} ramp;

LANE_FUNCTION ramp ramp_make(const cr_sampling *s) {
    (void)s;
    return (ramp){0};
}

LANE_FUNCTION px mix(px top_left, px top_right, px bottom_left, px bottom_right, int fx, int fy) {
    px result = 0;
    for (int shift = 0; shift < 32; shift += 8) {
        uint32_t left = (top_left >> shift & 255) * (uint32_t)(128 - fy) + (bottom_left >> shift & 255) * (uint32_t)fy;
        uint32_t right =
            (top_right >> shift & 255) * (uint32_t)(128 - fy) + (bottom_right >> shift & 255) * (uint32_t)fy;
        result |= (left * (uint32_t)(128 - fx) + right * (uint32_t)fx + (1 << 13)) >> 14 << shift;
    }
    return result;
}

LANE_FUNCTION px px_bilinear_clamped(const cr_sampling *s, const ramp *r, int64_t u, int64_t v) {
    (void)r;
    ptrdiff_t left = clamped(u >> 32, s->width) * 4, right = clamped((u >> 32) + 1, s->width) * 4;
    ptrdiff_t top = clamped(v >> 32, s->height) * s->stride, bottom = clamped((v >> 32) + 1, s->height) * s->stride;
    return mix(load_pixel(s->pixels, top + left), load_pixel(s->pixels, top + right),
               load_pixel(s->pixels, bottom + left), load_pixel(s->pixels, bottom + right), weight(u), weight(v));
}

LANE_FUNCTION px px_bilinear(const cr_sampling *s, const ramp *r, int64_t u, int64_t v) {
    return px_bilinear_clamped(s, r, u, v);
}

LANE_FUNCTION px px_nearest(const cr_sampling *s, const ramp *r, int64_t u, int64_t v) {
    (void)r;
    return nearest_pixel(s, u, v);
}

LANE_FUNCTION px px_nearest_clamped(const cr_sampling *s, const ramp *r, int64_t u, int64_t v) {
    (void)r;
    return nearest_pixel_clamped(s, u, v);
}

LANE_FUNCTION px px_bilinear_at(const cr_sampling *s, whole x, whole y, int clamp) {
    (void)clamp;
    return px_bilinear_clamped(s, NULL, (int64_t)((uint64_t)(int64_t)x[0] << 16), (int64_t)((uint64_t)(int64_t)y[0] << 16));
}

LANE_FUNCTION px px_nearest_at(const cr_sampling *s, whole x, whole y) {
    return load_pixel(s->pixels, clamped(y[0] >> 16, s->height) * s->stride + clamped(x[0] >> 16, s->width) * 4);
}

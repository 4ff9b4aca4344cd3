/* Any other processor: one pixel, two channels at a time in a 32-bit word. */
#include "coverage.h"
#include "sampler.h"

#define LANES_NAME "plain"
#define LANES 1
typedef uint32_t px;
typedef uint32_t factor;

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

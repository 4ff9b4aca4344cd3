/* NEON, which every 64-bit ARM processor has: eight pixels, channels apart, so that a byte times a byte is one
 * instruction and no channel waits for its neighbour. */
#include <arm_neon.h>

#include "coverage.h"
#include "sampler.h"

#define LANES_NAME "NEON"
#define LANES 8
typedef uint8x8x4_t px; /* blue, green, red, alpha */
typedef uint8x8_t factor;

#include "../kernels/wide.h"

LANE_FUNCTION px px_load(const void *p) { return vld4_u8((const uint8_t *)p); }
LANE_FUNCTION void px_store(void *p, px v) { vst4_u8((uint8_t *)p, v); }

LANE_FUNCTION px px_load_partial(const void *p, int n) {
    uint32_t pixels[8] = {0};
    memcpy(pixels, p, (size_t)n * 4);
    return px_load(pixels);
}

LANE_FUNCTION void px_store_partial(void *p, px v, int n) {
    uint32_t pixels[8];
    px_store(pixels, v);
    memcpy(p, pixels, (size_t)n * 4);
}

LANE_FUNCTION px px_splat(uint32_t colour) {
    return (px){{vdup_n_u8((uint8_t)colour), vdup_n_u8((uint8_t)(colour >> 8)), vdup_n_u8((uint8_t)(colour >> 16)),
                 vdup_n_u8((uint8_t)(colour >> 24))}};
}

LANE_FUNCTION px px_add(px a, px b) {
    return (px){{vqadd_u8(a.val[0], b.val[0]), vqadd_u8(a.val[1], b.val[1]), vqadd_u8(a.val[2], b.val[2]),
                 vqadd_u8(a.val[3], b.val[3])}};
}

LANE_FUNCTION px px_set_bits(px v, uint32_t bits) {
    px set = px_splat(bits);
    return (px){{vorr_u8(v.val[0], set.val[0]), vorr_u8(v.val[1], set.val[1]), vorr_u8(v.val[2], set.val[2]),
                 vorr_u8(v.val[3], set.val[3])}};
}

LANE_FUNCTION factor factor_multiply(factor a, factor b) {
    /* With t = a * b: (t + ((t + 128) >> 8) + 128) >> 8, the same number as pixman's. */
    uint16x8_t t = vmull_u8(a, b);
    return vraddhn_u16(t, vrshrq_n_u16(t, 8));
}

LANE_FUNCTION px px_multiply(px v, factor f) {
    return (px){{factor_multiply(v.val[0], f), factor_multiply(v.val[1], f), factor_multiply(v.val[2], f),
                 factor_multiply(v.val[3], f)}};
}

LANE_FUNCTION px px_reverse(px v) {
    return (px){{vrev64_u8(v.val[0]), vrev64_u8(v.val[1]), vrev64_u8(v.val[2]), vrev64_u8(v.val[3])}};
}

LANE_FUNCTION uint64_t bits_of(uint8x8_t v) { return vget_lane_u64(vreinterpret_u64_u8(v), 0); }

LANE_FUNCTION enum coverage px_coverage(px v) {
    /* One move to a general register in the usual case: it stalls small in-order cores. */
    uint64_t alpha = bits_of(v.val[3]);
    if (alpha == UINT64_MAX) return COVERAGE_FULL;
    if (alpha != 0) return COVERAGE_SOME;
    return bits_of(vorr_u8(vorr_u8(v.val[0], v.val[1]), v.val[2])) == 0 ? COVERAGE_NONE : COVERAGE_SOME;
}

LANE_FUNCTION factor px_alpha(px v) { return v.val[3]; }

LANE_FUNCTION factor factor_splat(uint8_t value) { return vdup_n_u8(value); }
LANE_FUNCTION factor factor_invert(factor f) { return vmvn_u8(f); }
LANE_FUNCTION factor factor_load(const uint8_t *p) { return vld1_u8(p); }

LANE_FUNCTION factor factor_load_partial(const uint8_t *p, int n) {
    uint8_t bytes[8] = {0};
    memcpy(bytes, p, (size_t)n);
    return vld1_u8(bytes);
}

LANE_FUNCTION enum coverage factor_coverage(factor f) {
    uint64_t bits = bits_of(f);
    return bits == 0 ? COVERAGE_NONE : bits == UINT64_MAX ? COVERAGE_FULL : COVERAGE_SOME;
}

LANE_FUNCTION void px_store_565(uint16_t *p, px v) {
    uint16x8_t words = vshll_n_u8(v.val[2], 8);
    words = vsriq_n_u16(words, vshll_n_u8(v.val[1], 8), 5);
    vst1q_u16(p, vsriq_n_u16(words, vshll_n_u8(v.val[0], 8), 11));
}

LANE_FUNCTION void px_store_565_partial(uint16_t *p, px v, int n) {
    uint16_t words[8];
    px_store_565(words, v);
    memcpy(p, words, (size_t)n * 2);
}

/* Four rows of four pixels become columns. Strides in bytes, either sign. */
LANE_FUNCTION void transpose_4x4(void *to, ptrdiff_t to_stride, const void *from, ptrdiff_t from_stride) {
    const uint8_t *in = from;
    uint8_t *out = to;
    uint32x4_t a = vld1q_u32((const uint32_t *)in), b = vld1q_u32((const uint32_t *)(in + from_stride));
    uint32x4_t c = vld1q_u32((const uint32_t *)(in + 2 * from_stride));
    uint32x4_t d = vld1q_u32((const uint32_t *)(in + 3 * from_stride));
    uint64x2_t ab_low = vreinterpretq_u64_u32(vzip1q_u32(a, b)), cd_low = vreinterpretq_u64_u32(vzip1q_u32(c, d));
    uint64x2_t ab_high = vreinterpretq_u64_u32(vzip2q_u32(a, b)), cd_high = vreinterpretq_u64_u32(vzip2q_u32(c, d));
    vst1q_u32((uint32_t *)out, vreinterpretq_u32_u64(vzip1q_u64(ab_low, cd_low)));
    vst1q_u32((uint32_t *)(out + to_stride), vreinterpretq_u32_u64(vzip2q_u64(ab_low, cd_low)));
    vst1q_u32((uint32_t *)(out + 2 * to_stride), vreinterpretq_u32_u64(vzip1q_u64(ab_high, cd_high)));
    vst1q_u32((uint32_t *)(out + 3 * to_stride), vreinterpretq_u32_u64(vzip2q_u64(ab_high, cd_high)));
}

/* MARK: Wider numbers: the channels apart too */

typedef union wide_parts {
    wide all;
    uint16x8_t channel[4];
} wide_parts;

LANE_FUNCTION wide wide_of(px v) {
    wide_parts w;
    for (int k = 0; k < 4; k++) w.channel[k] = vmovl_u8(v.val[k]);
    return w.all;
}

LANE_FUNCTION px px_of(wide v) {
    wide_parts w = {.all = v};
    return (px){{vmovn_u16(w.channel[0]), vmovn_u16(w.channel[1]), vmovn_u16(w.channel[2]), vmovn_u16(w.channel[3])}};
}

LANE_FUNCTION wide wide_of_factor(factor f) {
    wide_parts w;
    for (int k = 0; k < 4; k++) w.channel[k] = vmovl_u8(f);
    return w.all;
}

/* Four 16-bit channels per pixel, pixel after pixel. */
LANE_FUNCTION wide wide_load(const uint16_t *p) {
    uint16x8x4_t v = vld4q_u16(p);
    wide_parts w = {.channel = {v.val[0], v.val[1], v.val[2], v.val[3]}};
    return w.all;
}

typedef union whole_parts {
    whole all;
    int32x4_t half[2];
    uint32x4_t unsigned_half[2];
    float32x4_t real_half[2];
} whole_parts;

LANE_FUNCTION planes planes_of(px v) {
    planes p;
    for (int k = 0; k < 4; k++) {
        uint16x8_t words = vmovl_u8(v.val[k]);
        whole_parts w = {.unsigned_half = {vmovl_u16(vget_low_u16(words)), vmovl_u16(vget_high_u16(words))}};
        p.channel[k] = w.all;
    }
    return p;
}

LANE_FUNCTION uint8x8_t bytes_of(whole v) {
    whole_parts w = {.all = v};
    return vmovn_u16(vcombine_u16(vmovn_u32(w.unsigned_half[0]), vmovn_u32(w.unsigned_half[1])));
}

LANE_FUNCTION px px_of_planes(planes p) {
    return (px){{bytes_of(p.channel[0]), bytes_of(p.channel[1]), bytes_of(p.channel[2]), bytes_of(p.channel[3])}};
}

LANE_FUNCTION px px_pick(cr_truth truth, px a, px b) {
    uint8x8_t t = bytes_of(truth);
    return (px){{vbsl_u8(t, a.val[0], b.val[0]), vbsl_u8(t, a.val[1], b.val[1]), vbsl_u8(t, a.val[2], b.val[2]),
                 vbsl_u8(t, a.val[3], b.val[3])}};
}

LANE_FUNCTION cr_real cr_square_root(cr_real v) {
    whole_parts w = {.all = (whole)v};
    w.real_half[0] = vsqrtq_f32(w.real_half[0]);
    w.real_half[1] = vsqrtq_f32(w.real_half[1]);
    return (cr_real)w.all;
}

LANE_FUNCTION int truth_all(cr_truth t) { return bits_of(bytes_of(t)) == UINT64_MAX; }
LANE_FUNCTION int truth_any(cr_truth t) { return bits_of(bytes_of(t)) != 0; }

/* MARK: Colours */

LANE_FUNCTION px px_product(px a, px b) {
    return (px){{factor_multiply(a.val[0], b.val[0]), factor_multiply(a.val[1], b.val[1]),
                 factor_multiply(a.val[2], b.val[2]), factor_multiply(a.val[3], b.val[3])}};
}

/* above * part + below * (255 - part) */
LANE_FUNCTION uint8x8_t mix_8(uint8x8_t above, uint8x8_t below, uint8x8_t part, uint8x8_t rest) {
    uint16x8_t t = vmlal_u8(vmull_u8(above, part), below, rest);
    return vraddhn_u16(t, vrshrq_n_u16(t, 8));
}

LANE_FUNCTION px px_mix(px above, px below, factor part) {
    factor rest = vmvn_u8(part);
    return (px){{mix_8(above.val[0], below.val[0], part, rest), mix_8(above.val[1], below.val[1], part, rest),
                 mix_8(above.val[2], below.val[2], part, rest), mix_8(above.val[3], below.val[3], part, rest)}};
}

LANE_FUNCTION uint8x8_t matrix_row(int16x8_t red, int16x8_t green, int16x8_t blue, uint8x8_t alpha, const int16_t *m) {
    int32x4_t low = vmull_n_s16(vget_low_s16(red), m[0]), high = vmull_n_s16(vget_high_s16(red), m[0]);
    low = vmlal_n_s16(low, vget_low_s16(green), m[1]);
    high = vmlal_n_s16(high, vget_high_s16(green), m[1]);
    low = vmlal_n_s16(low, vget_low_s16(blue), m[2]);
    high = vmlal_n_s16(high, vget_high_s16(blue), m[2]);
    int16x8_t sum = vcombine_s16(vrshrn_n_s32(low, 12), vrshrn_n_s32(high, 12));
    return vmin_u8(vqmovun_s16(sum), alpha);
}

LANE_FUNCTION px px_matrix(px v, const int16_t *m) {
    int16x8_t blue = vreinterpretq_s16_u16(vmovl_u8(v.val[0])), green = vreinterpretq_s16_u16(vmovl_u8(v.val[1]));
    int16x8_t red = vreinterpretq_s16_u16(vmovl_u8(v.val[2]));
    return (px){{matrix_row(red, green, blue, v.val[3], m + 6), matrix_row(red, green, blue, v.val[3], m + 3),
                 matrix_row(red, green, blue, v.val[3], m), v.val[3]}};
}

/* Means of 2 x 2 pixels, of 2 * LANES pixels in each row. */
LANE_FUNCTION px px_halve(const uint8_t *top, const uint8_t *bottom) {
    uint8x16x4_t t = vld4q_u8(top), b = vld4q_u8(bottom);
    return (px){{vrshrn_n_u16(vpadalq_u8(vpaddlq_u8(t.val[0]), b.val[0]), 2),
                 vrshrn_n_u16(vpadalq_u8(vpaddlq_u8(t.val[1]), b.val[1]), 2),
                 vrshrn_n_u16(vpadalq_u8(vpaddlq_u8(t.val[2]), b.val[2]), 2),
                 vrshrn_n_u16(vpadalq_u8(vpaddlq_u8(t.val[3]), b.val[3]), 2)}};
}

/* MARK: Formats */

LANE_FUNCTION px px_exchange(px v) { return (px){{v.val[2], v.val[1], v.val[0], v.val[3]}}; }

LANE_FUNCTION px px_dithered(px v, px thresholds) {
    return (px){{vadd_u8(vsub_u8(v.val[0], vshr_n_u8(v.val[0], 5)), thresholds.val[0]),
                 vadd_u8(vsub_u8(v.val[1], vshr_n_u8(v.val[1], 6)), thresholds.val[1]),
                 vadd_u8(vsub_u8(v.val[2], vshr_n_u8(v.val[2], 5)), thresholds.val[2]), v.val[3]}};
}

LANE_FUNCTION void px_store_24(uint8_t *p, px v) { vst3_u8(p, (uint8x8x3_t){{v.val[0], v.val[1], v.val[2]}}); }

LANE_FUNCTION void px_store_24_partial(uint8_t *p, px v, int n) {
    uint8_t bytes[24];
    px_store_24(bytes, v);
    for (int k = 0; k < 3 * n; k++) p[k] = bytes[k];
}

/* MARK: Sampling */

typedef struct ramp {
    int64_t u, v;
} ramp;

LANE_FUNCTION ramp ramp_make(const cr_sampling *s) { return (ramp){s->u_per_x, s->v_per_x}; }

/* One pixel, four 16-bit channels of 8 bits. */
LANE_FUNCTION uint16x4_t bilinear_pixel(const cr_sampling *s, int64_t u, int64_t v, int clamp) {
    const uint8_t *base = s->pixels;
    uint8x8_t top, bottom;
    if (clamp) {
        ptrdiff_t left = clamped(u >> 32, s->width) * 4, right = clamped((u >> 32) + 1, s->width) * 4;
        const uint8_t *upper = base + clamped(v >> 32, s->height) * s->stride;
        const uint8_t *lower = base + clamped((v >> 32) + 1, s->height) * s->stride;
        top = vcreate_u8(load_pixel(upper, left) | (uint64_t)load_pixel(upper, right) << 32);
        bottom = vcreate_u8(load_pixel(lower, left) | (uint64_t)load_pixel(lower, right) << 32);
    } else {
        const uint8_t *taps = base + (ptrdiff_t)(v >> 32) * s->stride + (ptrdiff_t)(u >> 32) * 4;
        top = vld1_u8(taps);
        bottom = vld1_u8(taps + s->stride);
    }
    int fx = weight(u), fy = weight(v);
    uint16x8_t columns = vmlal_u8(vmull_u8(top, vdup_n_u8((uint8_t)(128 - fy))), bottom, vdup_n_u8((uint8_t)fy));
    uint32x4_t sum = vmull_n_u16(vget_low_u16(columns), (uint16_t)(128 - fx));
    sum = vmlal_n_u16(sum, vget_high_u16(columns), (uint16_t)fx);
    return vrshrn_n_u32(sum, 14);
}

LANE_FUNCTION uint8x16_t bilinear_four(const cr_sampling *s, const ramp *r, int64_t u, int64_t v, int clamp) {
    uint16x4_t a = bilinear_pixel(s, u, v, clamp), b = bilinear_pixel(s, u + r->u, v + r->v, clamp);
    uint16x4_t c = bilinear_pixel(s, u + 2 * r->u, v + 2 * r->v, clamp);
    uint16x4_t d = bilinear_pixel(s, u + 3 * r->u, v + 3 * r->v, clamp);
    return vcombine_u8(vmovn_u16(vcombine_u16(a, b)), vmovn_u16(vcombine_u16(c, d)));
}

/* Eight whole pixels with their channels put apart. */
LANE_FUNCTION px channels_apart(uint8x16_t low, uint8x16_t high) {
    uint8x16_t blue_red = vuzp1q_u8(low, high), green_alpha = vuzp2q_u8(low, high);
    uint8x16_t blue_green = vuzp1q_u8(blue_red, green_alpha), red_alpha = vuzp2q_u8(blue_red, green_alpha);
    return (px){{vget_low_u8(blue_green), vget_high_u8(blue_green), vget_low_u8(red_alpha), vget_high_u8(red_alpha)}};
}

LANE_FUNCTION px px_bilinear(const cr_sampling *s, const ramp *r, int64_t u, int64_t v) {
    uint8x16_t low = bilinear_four(s, r, u, v, 0);
    return channels_apart(low, bilinear_four(s, r, u + 4 * r->u, v + 4 * r->v, 0));
}

LANE_FUNCTION px px_bilinear_clamped(const cr_sampling *s, const ramp *r, int64_t u, int64_t v) {
    uint8x16_t low = bilinear_four(s, r, u, v, 1);
    return channels_apart(low, bilinear_four(s, r, u + 4 * r->u, v + 4 * r->v, 1));
}

LANE_FUNCTION px px_nearest(const cr_sampling *s, const ramp *r, int64_t u, int64_t v) {
    uint32_t pixels[8];
    for (int k = 0; k < 8; k++) pixels[k] = nearest_pixel(s, u + k * r->u, v + k * r->v);
    return px_load(pixels);
}

LANE_FUNCTION px px_nearest_clamped(const cr_sampling *s, const ramp *r, int64_t u, int64_t v) {
    uint32_t pixels[8];
    for (int k = 0; k < 8; k++) pixels[k] = nearest_pixel_clamped(s, u + k * r->u, v + k * r->v);
    return px_load(pixels);
}

/* The same at positions in 16.16. */
LANE_FUNCTION px px_bilinear_at(const cr_sampling *s, whole x, whole y, int clamp) {
    uint16x4_t p[8];
    for (int k = 0; k < 8; k++) {
        p[k] = bilinear_pixel(s, (int64_t)((uint64_t)(int64_t)x[k] << 16), (int64_t)((uint64_t)(int64_t)y[k] << 16),
                              clamp);
    }
    return channels_apart(
        vcombine_u8(vmovn_u16(vcombine_u16(p[0], p[1])), vmovn_u16(vcombine_u16(p[2], p[3]))),
        vcombine_u8(vmovn_u16(vcombine_u16(p[4], p[5])), vmovn_u16(vcombine_u16(p[6], p[7]))));
}

LANE_FUNCTION px px_nearest_at(const cr_sampling *s, whole x, whole y) {
    uint32_t pixels[8];
    for (int k = 0; k < 8; k++) {
        ptrdiff_t column = clamped(x[k] >> 16, s->width), row = clamped(y[k] >> 16, s->height);
        pixels[k] = load_pixel(s->pixels, row * s->stride + column * 4);
    }
    return px_load(pixels);
}

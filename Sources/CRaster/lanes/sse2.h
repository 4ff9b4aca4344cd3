/* SSE2, which every x86-64 processor has: four pixels. A factor holds its byte four times, once for each channel. */
#include <emmintrin.h>

#include "coverage.h"
#include "sampler.h"

#define LANES_NAME "SSE2"
#define LANES 4
typedef __m128i px;
typedef __m128i factor;

#include "../kernels/wide.h"

LANE_FUNCTION px px_load(const void *p) { return _mm_loadu_si128((const __m128i *)p); }
LANE_FUNCTION void px_store(void *p, px v) { _mm_storeu_si128((__m128i *)p, v); }

#define LANES_STREAM
/* Past the caches; the address is a multiple of the vector's size. */
LANE_FUNCTION void px_stream(void *p, px v) { _mm_stream_si128((__m128i *)p, v); }
LANE_FUNCTION void stream_end(void) { _mm_sfence(); }

LANE_FUNCTION px px_load_partial(const void *p, int n) {
    const uint8_t *from = p;
    if (n == 1) return _mm_cvtsi32_si128((int)load_pixel(from, 0));
    __m128i two = _mm_loadl_epi64((const __m128i *)from);
    return n == 2 ? two : _mm_unpacklo_epi64(two, _mm_cvtsi32_si128((int)load_pixel(from, 8)));
}

LANE_FUNCTION void px_store_partial(void *p, px v, int n) {
    uint8_t *to = p;
    if (n & 2) {
        _mm_storel_epi64((__m128i *)to, v);
        v = _mm_unpackhi_epi64(v, v);
        to += 8;
    }
    if (n & 1) {
        int pixel = _mm_cvtsi128_si32(v);
        memcpy(to, &pixel, 4);
    }
}

LANE_FUNCTION px px_splat(uint32_t colour) { return _mm_set1_epi32((int)colour); }
LANE_FUNCTION px px_add(px a, px b) { return _mm_adds_epu8(a, b); }
LANE_FUNCTION px px_set_bits(px v, uint32_t bits) { return _mm_or_si128(v, px_splat(bits)); }

LANE_FUNCTION __m128i product_16(__m128i a, __m128i b) {
    __m128i t = _mm_add_epi16(_mm_mullo_epi16(a, b), _mm_set1_epi16(128));
    return _mm_mulhi_epu16(t, _mm_set1_epi16(257)); /* (t + (t >> 8)) >> 8 */
}

LANE_FUNCTION px px_multiply(px v, factor f) {
    __m128i zero = _mm_setzero_si128();
    __m128i low = product_16(_mm_unpacklo_epi8(v, zero), _mm_unpacklo_epi8(f, zero));
    __m128i high = product_16(_mm_unpackhi_epi8(v, zero), _mm_unpackhi_epi8(f, zero));
    return _mm_packus_epi16(low, high);
}

LANE_FUNCTION px px_reverse(px v) { return _mm_shuffle_epi32(v, 0x1B); }

LANE_FUNCTION enum coverage px_coverage(px v) {
    __m128i opaque = _mm_cmpeq_epi8(v, _mm_set1_epi8(-1));
    if ((_mm_movemask_epi8(opaque) & 0x8888) == 0x8888) return COVERAGE_FULL;
    __m128i empty = _mm_cmpeq_epi8(v, _mm_setzero_si128());
    return _mm_movemask_epi8(empty) == 0xFFFF ? COVERAGE_NONE : COVERAGE_SOME;
}

LANE_FUNCTION factor px_alpha(px v) {
    __m128i alpha = _mm_srli_epi32(v, 24);
    alpha = _mm_or_si128(alpha, _mm_slli_epi32(alpha, 8));
    return _mm_or_si128(alpha, _mm_slli_epi32(alpha, 16));
}

LANE_FUNCTION factor factor_splat(uint8_t value) { return _mm_set1_epi8((char)value); }
LANE_FUNCTION factor factor_invert(factor f) { return _mm_xor_si128(f, _mm_set1_epi8(-1)); }
LANE_FUNCTION factor factor_multiply(factor a, factor b) { return px_multiply(a, b); }

LANE_FUNCTION factor factor_spread(uint32_t bytes) {
    __m128i v = _mm_cvtsi32_si128((int)bytes);
    v = _mm_unpacklo_epi8(v, v);
    return _mm_unpacklo_epi16(v, v);
}

LANE_FUNCTION factor factor_load(const uint8_t *p) { return factor_spread(load_pixel(p, 0)); }

LANE_FUNCTION factor factor_load_partial(const uint8_t *p, int n) {
    uint32_t bytes = p[0];
    if (n > 1) bytes |= (uint32_t)p[1] << 8;
    if (n > 2) bytes |= (uint32_t)p[2] << 16;
    return factor_spread(bytes);
}

LANE_FUNCTION enum coverage factor_coverage(factor f) {
    int full = _mm_movemask_epi8(_mm_cmpeq_epi8(f, _mm_set1_epi8(-1)));
    if (full == 0xFFFF) return COVERAGE_FULL;
    int empty = _mm_movemask_epi8(_mm_cmpeq_epi8(f, _mm_setzero_si128()));
    return empty == 0xFFFF ? COVERAGE_NONE : COVERAGE_SOME;
}

LANE_FUNCTION uint64_t pack_565(px v) {
    __m128i red = _mm_and_si128(_mm_srli_epi32(v, 8), _mm_set1_epi32(0xF800));
    __m128i green = _mm_and_si128(_mm_srli_epi32(v, 5), _mm_set1_epi32(0x07E0));
    __m128i blue = _mm_and_si128(_mm_srli_epi32(v, 3), _mm_set1_epi32(0x001F));
    __m128i words = _mm_or_si128(_mm_or_si128(red, green), blue);
    /* Sign extension first: SSE2 has only the signed saturating pack. */
    words = _mm_srai_epi32(_mm_slli_epi32(words, 16), 16);
    return (uint64_t)_mm_cvtsi128_si64(_mm_packs_epi32(words, words));
}

LANE_FUNCTION void px_store_565(uint16_t *p, px v) {
    uint64_t words = pack_565(v);
    memcpy(p, &words, 8);
}

LANE_FUNCTION void px_store_565_partial(uint16_t *p, px v, int n) {
    uint64_t words = pack_565(v);
    if (n & 2) {
        uint32_t two = (uint32_t)words;
        memcpy(p, &two, 4);
        words >>= 32;
        p += 2;
    }
    if (n & 1) *p = (uint16_t)words;
}

#include "transpose_x86.h"

/* MARK: Wider numbers */

LANE_FUNCTION wide wide_of(px v) { return __builtin_convertvector((narrow)v, wide); }
LANE_FUNCTION px px_of(wide v) { return (px)__builtin_convertvector(v, narrow); }
LANE_FUNCTION wide wide_of_factor(factor f) { return wide_of(f); }
/* Four 16-bit channels per pixel, pixel after pixel. */
LANE_FUNCTION wide wide_load(const uint16_t *p) {
    wide v;
    memcpy(&v, p, sizeof v);
    return v;
}

LANE_FUNCTION planes planes_of(px v) {
    whole w = (whole)v;
    return (planes){{w & 255, (w >> 8) & 255, (w >> 16) & 255, (w >> 24) & 255}};
}

LANE_FUNCTION px px_of_planes(planes p) {
    return (px)(p.channel[0] | p.channel[1] << 8 | p.channel[2] << 16 | p.channel[3] << 24);
}

LANE_FUNCTION px px_pick(cr_truth truth, px a, px b) { return (px)whole_pick(truth, (whole)a, (whole)b); }
LANE_FUNCTION px px_product(px a, px b) { return px_multiply(a, b); }

LANE_FUNCTION cr_real cr_square_root(cr_real v) { return (cr_real)_mm_sqrt_ps((__m128)v); }
LANE_FUNCTION int truth_all(cr_truth t) { return _mm_movemask_ps((__m128)t) == 15; }
LANE_FUNCTION int truth_any(cr_truth t) { return _mm_movemask_ps((__m128)t) != 0; }

/* MARK: Colours */

/* above * part + below * (255 - part) */
LANE_FUNCTION __m128i mix_16(__m128i above, __m128i below, __m128i part) {
    __m128i rest = _mm_sub_epi16(_mm_set1_epi16(255), part);
    __m128i t = _mm_add_epi16(_mm_mullo_epi16(above, part), _mm_mullo_epi16(below, rest));
    return _mm_mulhi_epu16(_mm_add_epi16(t, _mm_set1_epi16(128)), _mm_set1_epi16(257));
}

LANE_FUNCTION px px_mix(px above, px below, factor part) {
    __m128i zero = _mm_setzero_si128();
    __m128i low = mix_16(_mm_unpacklo_epi8(above, zero), _mm_unpacklo_epi8(below, zero), _mm_unpacklo_epi8(part, zero));
    __m128i high =
        mix_16(_mm_unpackhi_epi8(above, zero), _mm_unpackhi_epi8(below, zero), _mm_unpackhi_epi8(part, zero));
    return _mm_packus_epi16(low, high);
}

/* All values fit 16 bits, so that the 16-bit minimum and maximum serve for 32. */
LANE_FUNCTION __m128i matrix_row(__m128i red_green, __m128i blue_one, __m128i alpha, const int16_t *m) {
    __m128i sum = _mm_madd_epi16(red_green, _mm_set1_epi32((int32_t)((uint32_t)(uint16_t)m[1] << 16 | (uint16_t)m[0])));
    sum = _mm_add_epi32(sum, _mm_madd_epi16(blue_one, _mm_set1_epi32(2048 << 16 | (uint16_t)m[2])));
    sum = _mm_srai_epi32(sum, 12);
    return _mm_min_epi16(_mm_max_epi16(sum, _mm_setzero_si128()), alpha);
}

LANE_FUNCTION px px_matrix(px v, const int16_t *m) {
    __m128i low_bits = _mm_set1_epi32(255);
    __m128i red = _mm_and_si128(_mm_srli_epi32(v, 16), low_bits);
    __m128i red_green = _mm_or_si128(red, _mm_slli_epi32(_mm_and_si128(v, _mm_set1_epi32(0xFF00)), 8));
    __m128i blue_one = _mm_or_si128(_mm_and_si128(v, low_bits), _mm_set1_epi32(1 << 16));
    __m128i alpha = _mm_srli_epi32(v, 24);
    __m128i result = _mm_slli_epi32(alpha, 24);
    result = _mm_or_si128(result, _mm_slli_epi32(matrix_row(red_green, blue_one, alpha, m), 16));
    result = _mm_or_si128(result, _mm_slli_epi32(matrix_row(red_green, blue_one, alpha, m + 3), 8));
    return _mm_or_si128(result, matrix_row(red_green, blue_one, alpha, m + 6));
}

/* Means of 2 x 2 pixels, two of them in 16 bits. */
LANE_FUNCTION __m128i halve_two(const uint8_t *top, const uint8_t *bottom) {
    __m128i zero = _mm_setzero_si128();
    __m128i t = _mm_loadu_si128((const __m128i *)top), b = _mm_loadu_si128((const __m128i *)bottom);
    __m128i low = _mm_add_epi16(_mm_unpacklo_epi8(t, zero), _mm_unpacklo_epi8(b, zero));
    __m128i high = _mm_add_epi16(_mm_unpackhi_epi8(t, zero), _mm_unpackhi_epi8(b, zero));
    __m128i sum = _mm_add_epi16(_mm_unpacklo_epi64(low, high), _mm_unpackhi_epi64(low, high));
    return _mm_srli_epi16(_mm_add_epi16(sum, _mm_set1_epi16(2)), 2);
}

/* Means of 2 x 2 pixels, of 2 * LANES pixels in each row. */
LANE_FUNCTION px px_halve(const uint8_t *top, const uint8_t *bottom) {
    return _mm_packus_epi16(halve_two(top, bottom), halve_two(top + 16, bottom + 16));
}

/* MARK: Formats */

LANE_FUNCTION px px_exchange(px v) {
    __m128i red_blue = _mm_and_si128(v, _mm_set1_epi32(0x00FF00FF));
    __m128i exchanged = _mm_or_si128(_mm_slli_epi32(red_blue, 16), _mm_srli_epi32(red_blue, 16));
    return _mm_or_si128(_mm_and_si128(v, _mm_set1_epi32((int)0xFF00FF00u)), exchanged);
}

LANE_FUNCTION px px_dithered(px v, px thresholds) {
    __m128i five = _mm_and_si128(_mm_srli_epi16(v, 5), _mm_set1_epi32(0x00070007));
    __m128i six = _mm_and_si128(_mm_srli_epi16(v, 6), _mm_set1_epi32(0x00000300));
    return _mm_add_epi8(_mm_sub_epi8(v, _mm_or_si128(five, six)), thresholds);
}

LANE_FUNCTION void px_store_24(uint8_t *p, px v) {
    uint32_t in[4];
    _mm_storeu_si128((__m128i *)in, v);
    uint32_t out[3] = {(in[0] & 0xFFFFFF) | in[1] << 24, (in[1] >> 8 & 0xFFFF) | in[2] << 16,
                       (in[2] >> 16 & 0xFF) | in[3] << 8};
    memcpy(p, out, 12);
}

LANE_FUNCTION void px_store_24_partial(uint8_t *p, px v, int n) {
    uint8_t bytes[16];
    _mm_storeu_si128((__m128i *)bytes, v);
    for (int k = 0; k < 3 * n; k++) p[k] = bytes[k + k / 3];
}

/* MARK: Sampling */

typedef struct ramp {
    int64_t u, v;
} ramp;

LANE_FUNCTION ramp ramp_make(const cr_sampling *s) { return (ramp){s->u_per_x, s->v_per_x}; }

/* Taps: top left, top right; bottom left, bottom right; each row in the low half. Result: four 32-bit channels. */
LANE_FUNCTION __m128i interpolate(__m128i top, __m128i bottom, int fx, int fy) {
    __m128i zero = _mm_setzero_si128();
    top = _mm_mullo_epi16(_mm_unpacklo_epi8(top, zero), _mm_set1_epi16((short)(128 - fy)));
    bottom = _mm_mullo_epi16(_mm_unpacklo_epi8(bottom, zero), _mm_set1_epi16((short)fy));
    __m128i columns = _mm_add_epi16(top, bottom);
    __m128i pairs = _mm_unpacklo_epi16(columns, _mm_unpackhi_epi64(columns, columns));
    __m128i sum = _mm_madd_epi16(pairs, _mm_set1_epi32(fx << 16 | (128 - fx)));
    return _mm_srli_epi32(_mm_add_epi32(sum, _mm_set1_epi32(1 << 13)), 14);
}

LANE_FUNCTION __m128i bilinear_pixel(const cr_sampling *s, int64_t u, int64_t v, int clamp) {
    const uint8_t *base = s->pixels;
    __m128i top, bottom;
    if (clamp) {
        ptrdiff_t left = clamped(u >> 32, s->width) * 4, right = clamped((u >> 32) + 1, s->width) * 4;
        const uint8_t *upper = base + clamped(v >> 32, s->height) * s->stride;
        const uint8_t *lower = base + clamped((v >> 32) + 1, s->height) * s->stride;
        top = _mm_unpacklo_epi32(_mm_cvtsi32_si128((int)load_pixel(upper, left)),
                                 _mm_cvtsi32_si128((int)load_pixel(upper, right)));
        bottom = _mm_unpacklo_epi32(_mm_cvtsi32_si128((int)load_pixel(lower, left)),
                                    _mm_cvtsi32_si128((int)load_pixel(lower, right)));
    } else {
        const uint8_t *taps = base + (ptrdiff_t)(v >> 32) * s->stride + (ptrdiff_t)(u >> 32) * 4;
        top = _mm_loadl_epi64((const __m128i *)taps);
        bottom = _mm_loadl_epi64((const __m128i *)(taps + s->stride));
    }
    return interpolate(top, bottom, weight(u), weight(v));
}

LANE_FUNCTION px bilinear_lanes(const cr_sampling *s, const ramp *r, int64_t u, int64_t v, int clamp) {
    __m128i a = bilinear_pixel(s, u, v, clamp), b = bilinear_pixel(s, u + r->u, v + r->v, clamp);
    __m128i c = bilinear_pixel(s, u + 2 * r->u, v + 2 * r->v, clamp);
    __m128i d = bilinear_pixel(s, u + 3 * r->u, v + 3 * r->v, clamp);
    return _mm_packus_epi16(_mm_packs_epi32(a, b), _mm_packs_epi32(c, d));
}

LANE_FUNCTION px px_bilinear(const cr_sampling *s, const ramp *r, int64_t u, int64_t v) {
    return bilinear_lanes(s, r, u, v, 0);
}

LANE_FUNCTION px px_bilinear_clamped(const cr_sampling *s, const ramp *r, int64_t u, int64_t v) {
    return bilinear_lanes(s, r, u, v, 1);
}

LANE_FUNCTION px px_nearest(const cr_sampling *s, const ramp *r, int64_t u, int64_t v) {
    return _mm_setr_epi32(
        (int)nearest_pixel(s, u, v), (int)nearest_pixel(s, u + r->u, v + r->v),
        (int)nearest_pixel(s, u + 2 * r->u, v + 2 * r->v), (int)nearest_pixel(s, u + 3 * r->u, v + 3 * r->v));
}

LANE_FUNCTION px px_nearest_clamped(const cr_sampling *s, const ramp *r, int64_t u, int64_t v) {
    return _mm_setr_epi32(
        (int)nearest_pixel_clamped(s, u, v), (int)nearest_pixel_clamped(s, u + r->u, v + r->v),
        (int)nearest_pixel_clamped(s, u + 2 * r->u, v + 2 * r->v),
        (int)nearest_pixel_clamped(s, u + 3 * r->u, v + 3 * r->v));
}

/* The same at positions in 16.16. */
LANE_FUNCTION px px_bilinear_at(const cr_sampling *s, whole x, whole y, int clamp) {
    __m128i p[4];
    for (int k = 0; k < 4; k++) {
        p[k] = bilinear_pixel(s, (int64_t)((uint64_t)(int64_t)x[k] << 16), (int64_t)((uint64_t)(int64_t)y[k] << 16),
                              clamp);
    }
    return _mm_packus_epi16(_mm_packs_epi32(p[0], p[1]), _mm_packs_epi32(p[2], p[3]));
}

LANE_FUNCTION px px_nearest_at(const cr_sampling *s, whole x, whole y) {
    whole result;
    for (int k = 0; k < 4; k++) {
        ptrdiff_t column = clamped(x[k] >> 16, s->width), row = clamped(y[k] >> 16, s->height);
        result[k] = (int32_t)load_pixel(s->pixels, row * s->stride + column * 4);
    }
    return (px)result;
}

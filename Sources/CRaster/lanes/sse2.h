/* SSE2, which every x86-64 processor has: four pixels. A factor holds its byte four times, once for each channel. */
#include <emmintrin.h>

#include "coverage.h"
#include "sampler.h"

#define LANES_NAME "SSE2"
#define LANES 4
typedef __m128i px;
typedef __m128i factor;

LANE_FUNCTION px px_load(const void *p) { return _mm_loadu_si128((const __m128i *)p); }
LANE_FUNCTION void px_store(void *p, px v) { _mm_storeu_si128((__m128i *)p, v); }

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

/* AVX2: eight pixels. A factor holds its byte four times, once for each channel. */
#include "coverage.h"
#include "sampler.h"

#define LANES 8
typedef __m256i px;
typedef __m256i factor;

#include "../kernels/wide.h"

/* Lane numbers below n have their top bit set in LANE_MASKS + 8 - n. */
static const int32_t LANE_MASKS[16] = {-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0};

LANE_FUNCTION px px_load(const void *p) { return _mm256_loadu_si256((const __m256i *)p); }
LANE_FUNCTION void px_store(void *p, px v) { _mm256_storeu_si256((__m256i *)p, v); }

#define LANES_STREAM
/* Past the caches; the address is a multiple of the vector's size. */
LANE_FUNCTION void px_stream(void *p, px v) { _mm256_stream_si256((__m256i *)p, v); }
LANE_FUNCTION void stream_end(void) { _mm_sfence(); }

LANE_FUNCTION px px_load_partial(const void *p, int n) {
    __m256i mask = _mm256_loadu_si256((const __m256i *)(LANE_MASKS + 8 - n));
    return _mm256_maskload_epi32((const int *)p, mask);
}

/* By halves: a masked store is many micro-operations on some processors. */
LANE_FUNCTION void px_store_partial(void *p, px v, int n) {
    uint8_t *to = p;
    __m128i rest = _mm256_castsi256_si128(v);
    if (n & 4) {
        _mm_storeu_si128((__m128i *)to, rest);
        rest = _mm256_extracti128_si256(v, 1);
        to += 16;
    }
    if (n & 2) {
        _mm_storel_epi64((__m128i *)to, rest);
        rest = _mm_unpackhi_epi64(rest, rest);
        to += 8;
    }
    if (n & 1) {
        int pixel = _mm_cvtsi128_si32(rest);
        memcpy(to, &pixel, 4);
    }
}

LANE_FUNCTION px px_splat(uint32_t colour) { return _mm256_set1_epi32((int)colour); }
LANE_FUNCTION px px_add(px a, px b) { return _mm256_adds_epu8(a, b); }
LANE_FUNCTION px px_set_bits(px v, uint32_t bits) { return _mm256_or_si256(v, px_splat(bits)); }

LANE_FUNCTION __m256i product_16(__m256i a, __m256i b) {
    __m256i t = _mm256_add_epi16(_mm256_mullo_epi16(a, b), _mm256_set1_epi16(128));
    return _mm256_mulhi_epu16(t, _mm256_set1_epi16(257)); /* (t + (t >> 8)) >> 8 */
}

LANE_FUNCTION px px_multiply(px v, factor f) {
    __m256i zero = _mm256_setzero_si256();
    __m256i low = product_16(_mm256_unpacklo_epi8(v, zero), _mm256_unpacklo_epi8(f, zero));
    __m256i high = product_16(_mm256_unpackhi_epi8(v, zero), _mm256_unpackhi_epi8(f, zero));
    return _mm256_packus_epi16(low, high);
}

LANE_FUNCTION px px_reverse(px v) {
    return _mm256_permutevar8x32_epi32(v, _mm256_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0));
}

LANE_FUNCTION enum coverage px_coverage(px v) {
    if (_mm256_testc_si256(v, _mm256_set1_epi32((int)0xFF000000u))) return COVERAGE_FULL;
    return _mm256_testz_si256(v, v) ? COVERAGE_NONE : COVERAGE_SOME;
}

LANE_FUNCTION factor px_alpha(px v) {
    return _mm256_shuffle_epi8(v, _mm256_setr_epi8(3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15, 3, 3, 3, 3,
                                                   7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15));
}

LANE_FUNCTION factor factor_splat(uint8_t value) { return _mm256_set1_epi8((char)value); }
LANE_FUNCTION factor factor_invert(factor f) { return _mm256_xor_si256(f, _mm256_set1_epi8(-1)); }
LANE_FUNCTION factor factor_multiply(factor a, factor b) { return px_multiply(a, b); }

LANE_FUNCTION factor factor_spread(__m128i bytes) {
    return _mm256_shuffle_epi8(_mm256_cvtepu8_epi32(bytes),
                               _mm256_setr_epi8(0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12, 0, 0, 0, 0, 4, 4,
                                                4, 4, 8, 8, 8, 8, 12, 12, 12, 12));
}

LANE_FUNCTION factor factor_load(const uint8_t *p) { return factor_spread(_mm_loadl_epi64((const __m128i *)p)); }

LANE_FUNCTION factor factor_load_partial(const uint8_t *p, int n) {
    uint64_t bytes = 0;
    int shift = 0;
    if (n & 4) {
        uint32_t four;
        memcpy(&four, p, 4);
        bytes = four;
        p += 4;
        shift = 32;
    }
    if (n & 2) {
        uint16_t two;
        memcpy(&two, p, 2);
        bytes |= (uint64_t)two << shift;
        p += 2;
        shift += 16;
    }
    if (n & 1) bytes |= (uint64_t)*p << shift;
    return factor_spread(_mm_cvtsi64_si128((long long)bytes));
}

LANE_FUNCTION enum coverage factor_coverage(factor f) {
    if (_mm256_testz_si256(f, f)) return COVERAGE_NONE;
    return _mm256_testc_si256(f, _mm256_set1_epi8(-1)) ? COVERAGE_FULL : COVERAGE_SOME;
}

LANE_FUNCTION __m128i pack_565(px v) {
    __m256i red = _mm256_and_si256(_mm256_srli_epi32(v, 8), _mm256_set1_epi32(0xF800));
    __m256i green = _mm256_and_si256(_mm256_srli_epi32(v, 5), _mm256_set1_epi32(0x07E0));
    __m256i blue = _mm256_and_si256(_mm256_srli_epi32(v, 3), _mm256_set1_epi32(0x001F));
    __m256i words = _mm256_or_si256(_mm256_or_si256(red, green), blue);
    return _mm_packus_epi32(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
}

LANE_FUNCTION void px_store_565(uint16_t *p, px v) { _mm_storeu_si128((__m128i *)p, pack_565(v)); }

LANE_FUNCTION void px_store_565_partial(uint16_t *p, px v, int n) {
    __m128i rest = pack_565(v);
    if (n & 4) {
        _mm_storel_epi64((__m128i *)p, rest);
        rest = _mm_unpackhi_epi64(rest, rest);
        p += 4;
    }
    uint32_t two = (uint32_t)_mm_cvtsi128_si32(rest);
    if (n & 2) {
        memcpy(p, &two, 4);
        two = (uint32_t)_mm_extract_epi32(rest, 1);
        p += 2;
    }
    if (n & 1) *p = (uint16_t)two;
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

LANE_FUNCTION cr_real cr_square_root(cr_real v) { return (cr_real)_mm256_sqrt_ps((__m256)v); }
LANE_FUNCTION int truth_all(cr_truth t) { return _mm256_movemask_ps((__m256)t) == 255; }
LANE_FUNCTION int truth_any(cr_truth t) { return _mm256_movemask_ps((__m256)t) != 0; }

/* MARK: Colours */

/* above * part + below * (255 - part) */
LANE_FUNCTION __m256i mix_16(__m256i above, __m256i below, __m256i part) {
    __m256i rest = _mm256_sub_epi16(_mm256_set1_epi16(255), part);
    __m256i t = _mm256_add_epi16(_mm256_mullo_epi16(above, part), _mm256_mullo_epi16(below, rest));
    return _mm256_mulhi_epu16(_mm256_add_epi16(t, _mm256_set1_epi16(128)), _mm256_set1_epi16(257));
}

LANE_FUNCTION px px_mix(px above, px below, factor part) {
    __m256i zero = _mm256_setzero_si256();
    __m256i low = mix_16(_mm256_unpacklo_epi8(above, zero), _mm256_unpacklo_epi8(below, zero),
                         _mm256_unpacklo_epi8(part, zero));
    __m256i high = mix_16(_mm256_unpackhi_epi8(above, zero), _mm256_unpackhi_epi8(below, zero),
                          _mm256_unpackhi_epi8(part, zero));
    return _mm256_packus_epi16(low, high);
}

LANE_FUNCTION __m256i matrix_row(__m256i red_green, __m256i blue_one, __m256i alpha, const int16_t *m) {
    __m256i sum = _mm256_madd_epi16(red_green, _mm256_set1_epi32((int32_t)((uint32_t)(uint16_t)m[1] << 16 |
                                                                           (uint16_t)m[0])));
    sum = _mm256_add_epi32(sum, _mm256_madd_epi16(blue_one, _mm256_set1_epi32(2048 << 16 | (uint16_t)m[2])));
    sum = _mm256_srai_epi32(sum, 12);
    return _mm256_min_epi32(_mm256_max_epi32(sum, _mm256_setzero_si256()), alpha);
}

LANE_FUNCTION px px_matrix(px v, const int16_t *m) {
    __m256i low_bits = _mm256_set1_epi32(255);
    __m256i red = _mm256_and_si256(_mm256_srli_epi32(v, 16), low_bits);
    __m256i green = _mm256_slli_epi32(_mm256_and_si256(v, _mm256_set1_epi32(0xFF00)), 8);
    __m256i red_green = _mm256_or_si256(red, green);
    __m256i blue_one = _mm256_or_si256(_mm256_and_si256(v, low_bits), _mm256_set1_epi32(1 << 16));
    __m256i alpha = _mm256_srli_epi32(v, 24);
    __m256i result = _mm256_slli_epi32(alpha, 24);
    result = _mm256_or_si256(result, _mm256_slli_epi32(matrix_row(red_green, blue_one, alpha, m), 16));
    result = _mm256_or_si256(result, _mm256_slli_epi32(matrix_row(red_green, blue_one, alpha, m + 3), 8));
    return _mm256_or_si256(result, matrix_row(red_green, blue_one, alpha, m + 6));
}

/* Sums of 2 x 2 pixels: four of them in 16 bits, in the order 0 2 1 3. */
LANE_FUNCTION __m256i halve_four(const uint8_t *top, const uint8_t *bottom) {
    __m256i a = _mm256_add_epi16(_mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)top)),
                                 _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)bottom)));
    __m256i b = _mm256_add_epi16(_mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(top + 16))),
                                 _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(bottom + 16))));
    __m256i sum = _mm256_add_epi16(_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
    return _mm256_srli_epi16(_mm256_add_epi16(sum, _mm256_set1_epi16(2)), 2);
}

/* Means of 2 x 2 pixels, of 2 * LANES pixels in each row. */
LANE_FUNCTION px px_halve(const uint8_t *top, const uint8_t *bottom) {
    __m256i packed = _mm256_packus_epi16(halve_four(top, bottom), halve_four(top + 32, bottom + 32));
    /* Now 0 2 4 6, 1 3 5 7 in pixels 0 1 2 3, 4 5 6 7: the middle of each four exchanged. */
    return _mm256_permutevar8x32_epi32(packed, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
}

/* MARK: Formats */

LANE_FUNCTION px px_exchange(px v) {
    return _mm256_shuffle_epi8(v, _mm256_setr_epi8(2, 1, 0, 3, 6, 5, 4, 7, 10, 9, 8, 11, 14, 13, 12, 15, 2, 1, 0, 3, 6,
                                                   5, 4, 7, 10, 9, 8, 11, 14, 13, 12, 15));
}

LANE_FUNCTION px px_dithered(px v, px thresholds) {
    __m256i five = _mm256_and_si256(_mm256_srli_epi16(v, 5), _mm256_set1_epi32(0x00070007));
    __m256i six = _mm256_and_si256(_mm256_srli_epi16(v, 6), _mm256_set1_epi32(0x00000300));
    return _mm256_add_epi8(_mm256_sub_epi8(v, _mm256_or_si256(five, six)), thresholds);
}

LANE_FUNCTION __m256i pack_24(px v) {
    v = _mm256_shuffle_epi8(v, _mm256_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1, 0, 1, 2, 4, 5, 6,
                                                8, 9, 10, 12, 13, 14, -1, -1, -1, -1));
    return _mm256_permutevar8x32_epi32(v, _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7));
}

LANE_FUNCTION void px_store_24(uint8_t *p, px v) {
    __m256i bytes = pack_24(v);
    _mm_storeu_si128((__m128i *)p, _mm256_castsi256_si128(bytes));
    _mm_storel_epi64((__m128i *)(p + 16), _mm256_extracti128_si256(bytes, 1));
}

LANE_FUNCTION void px_store_24_partial(uint8_t *p, px v, int n) {
    uint8_t bytes[32];
    _mm256_storeu_si256((__m256i *)bytes, pack_24(v));
    for (int k = 0; k < 3 * n; k++) p[k] = bytes[k];
}

/* MARK: Sampling */

/* What the pixels of one group add to the position of its first: pixels 0 1 4 5 in a, 2 3 6 7 in b, the order in which
 * narrowing both to 32 bits puts them in sequence. */
typedef struct ramp {
    __m256i u_a, u_b, v_a, v_b;
} ramp;

LANE_FUNCTION ramp ramp_make(const cr_sampling *s) {
    int64_t u = s->u_per_x, v = s->v_per_x;
    return (ramp){_mm256_setr_epi64x(0, u, 4 * u, 5 * u), _mm256_setr_epi64x(2 * u, 3 * u, 6 * u, 7 * u),
                  _mm256_setr_epi64x(0, v, 4 * v, 5 * v), _mm256_setr_epi64x(2 * v, 3 * v, 6 * v, 7 * v)};
}

/* Positions in 16.16: exact down to the bits that are used, since the tap rectangle is less than 2^15 pixels wide. */
LANE_FUNCTION __m256i positions(int64_t start, __m256i a, __m256i b) {
    __m256i base = _mm256_set1_epi64x(start);
    a = _mm256_srli_epi64(_mm256_add_epi64(base, a), 16);
    b = _mm256_srli_epi64(_mm256_add_epi64(base, b), 16);
    return _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b), 0x88));
}

LANE_FUNCTION __m256i clamp_lanes(__m256i v, int32_t count) {
    return _mm256_max_epi32(_mm256_min_epi32(v, _mm256_set1_epi32(count - 1)), _mm256_setzero_si256());
}

LANE_FUNCTION __m256i byte_offsets(const cr_sampling *s, __m256i x, __m256i y) {
    __m256i rows = _mm256_mullo_epi32(y, _mm256_set1_epi32((int)s->stride));
    return _mm256_add_epi32(rows, _mm256_slli_epi32(x, 2));
}

typedef struct offsets {
    uint32_t lane[8] __attribute__((aligned(32)));
} offsets;

LANE_FUNCTION offsets offsets_from(__m256i v) {
    offsets result;
    _mm256_store_si256((__m256i *)result.lane, v);
    return result;
}

/* Two rows of two pixels: top left, top right, bottom left, bottom right. */
LANE_FUNCTION __m128i load_taps(const uint8_t *top, ptrdiff_t stride) {
    __m128 upper = _mm_castsi128_ps(_mm_loadl_epi64((const __m128i *)top));
    return _mm_castps_si128(_mm_loadh_pi(upper, (const __m64 *)(top + stride)));
}

/* The four taps of one pixel in each half. Result: four 32-bit channels in each half. */
LANE_FUNCTION __m256i interpolate(__m128i first, __m128i second, __m256i weight_x, __m256i weight_y) {
    __m256i taps = _mm256_inserti128_si256(_mm256_castsi128_si256(first), second, 1);
    /* Per channel: top left, bottom left, top right, bottom right. */
    taps = _mm256_shuffle_epi8(taps, _mm256_setr_epi8(0, 8, 4, 12, 1, 9, 5, 13, 2, 10, 6, 14, 3, 11, 7, 15, 0, 8, 4,
                                                      12, 1, 9, 5, 13, 2, 10, 6, 14, 3, 11, 7, 15));
    /* The byte multiply wants one signed operand: the pixels, moved down by 128, since a weight may be 128. The move
     * takes 128 * 128 from a column and 128 * 128 * 128 = 2^21 from the sum, which the rounding constant gives back. */
    taps = _mm256_xor_si256(taps, _mm256_set1_epi8((char)0x80));
    __m256i columns = _mm256_maddubs_epi16(weight_y, taps);
    __m256i sum = _mm256_madd_epi16(columns, weight_x);
    return _mm256_srli_epi32(_mm256_add_epi32(sum, _mm256_set1_epi32((1 << 21) + (1 << 13))), 14);
}

LANE_FUNCTION px bilinear_at(const cr_sampling *s, __m256i x, __m256i y, int clamp) {
    __m256i low_bits = _mm256_set1_epi32(127);
    __m256i fx = _mm256_and_si256(_mm256_srli_epi32(x, 9), low_bits);
    __m256i fy = _mm256_and_si256(_mm256_srli_epi32(y, 9), low_bits);
    x = _mm256_srai_epi32(x, 16);
    y = _mm256_srai_epi32(y, 16);
    __m256i whole = _mm256_set1_epi32(128);
    __m256i weight_x = _mm256_or_si256(_mm256_slli_epi32(fx, 16), _mm256_sub_epi32(whole, fx));
    __m256i weight_y = _mm256_or_si256(_mm256_slli_epi32(fy, 8), _mm256_sub_epi32(whole, fy));
    weight_y = _mm256_or_si256(weight_y, _mm256_slli_epi32(weight_y, 16));

    __m128i taps[8];
    const uint8_t *base = s->pixels;
    if (clamp) {
        __m256i one = _mm256_set1_epi32(1);
        __m256i left = clamp_lanes(x, s->width), right = clamp_lanes(_mm256_add_epi32(x, one), s->width);
        __m256i top = clamp_lanes(y, s->height), bottom = clamp_lanes(_mm256_add_epi32(y, one), s->height);
        offsets a = offsets_from(byte_offsets(s, left, top)), b = offsets_from(byte_offsets(s, right, top));
        offsets c = offsets_from(byte_offsets(s, left, bottom)), d = offsets_from(byte_offsets(s, right, bottom));
#pragma clang loop unroll(full)
        for (int k = 0; k < 8; k++) {
            taps[k] = _mm_setr_epi32(
                (int)load_pixel(base, a.lane[k]), (int)load_pixel(base, b.lane[k]), (int)load_pixel(base, c.lane[k]),
                (int)load_pixel(base, d.lane[k]));
        }
    } else {
        offsets a = offsets_from(byte_offsets(s, x, y));
#pragma clang loop unroll(full)
        for (int k = 0; k < 8; k++) taps[k] = load_taps(base + a.lane[k], s->stride);
    }
    __m256i p04 = interpolate(taps[0], taps[4], _mm256_shuffle_epi32(weight_x, 0x00),
                              _mm256_shuffle_epi32(weight_y, 0x00));
    __m256i p15 = interpolate(taps[1], taps[5], _mm256_shuffle_epi32(weight_x, 0x55),
                              _mm256_shuffle_epi32(weight_y, 0x55));
    __m256i p26 = interpolate(taps[2], taps[6], _mm256_shuffle_epi32(weight_x, 0xAA),
                              _mm256_shuffle_epi32(weight_y, 0xAA));
    __m256i p37 = interpolate(taps[3], taps[7], _mm256_shuffle_epi32(weight_x, 0xFF),
                              _mm256_shuffle_epi32(weight_y, 0xFF));
    return _mm256_packus_epi16(_mm256_packs_epi32(p04, p15), _mm256_packs_epi32(p26, p37));
}

LANE_FUNCTION px bilinear_lanes(const cr_sampling *s, const ramp *r, int64_t u, int64_t v, int clamp) {
    return bilinear_at(s, positions(u, r->u_a, r->u_b), positions(v, r->v_a, r->v_b), clamp);
}

LANE_FUNCTION px px_bilinear_at(const cr_sampling *s, whole x, whole y, int clamp) {
    return bilinear_at(s, (__m256i)x, (__m256i)y, clamp);
}

LANE_FUNCTION px px_bilinear(const cr_sampling *s, const ramp *r, int64_t u, int64_t v) {
    return bilinear_lanes(s, r, u, v, 0);
}

LANE_FUNCTION px px_bilinear_clamped(const cr_sampling *s, const ramp *r, int64_t u, int64_t v) {
    return bilinear_lanes(s, r, u, v, 1);
}

LANE_FUNCTION px nearest_at(const cr_sampling *s, __m256i x, __m256i y, int clamp) {
    x = _mm256_srai_epi32(x, 16);
    y = _mm256_srai_epi32(y, 16);
    if (clamp) {
        x = clamp_lanes(x, s->width);
        y = clamp_lanes(y, s->height);
    }
    offsets a = offsets_from(byte_offsets(s, x, y));
    const void *base = s->pixels;
    return _mm256_setr_epi32(
        (int)load_pixel(base, a.lane[0]), (int)load_pixel(base, a.lane[1]), (int)load_pixel(base, a.lane[2]),
        (int)load_pixel(base, a.lane[3]), (int)load_pixel(base, a.lane[4]), (int)load_pixel(base, a.lane[5]),
        (int)load_pixel(base, a.lane[6]), (int)load_pixel(base, a.lane[7]));
}

LANE_FUNCTION px nearest_lanes(const cr_sampling *s, const ramp *r, int64_t u, int64_t v, int clamp) {
    return nearest_at(s, positions(u, r->u_a, r->u_b), positions(v, r->v_a, r->v_b), clamp);
}

LANE_FUNCTION px px_nearest_at(const cr_sampling *s, whole x, whole y) {
    return nearest_at(s, (__m256i)x, (__m256i)y, 1);
}

LANE_FUNCTION px px_nearest(const cr_sampling *s, const ramp *r, int64_t u, int64_t v) {
    return nearest_lanes(s, r, u, v, 0);
}

LANE_FUNCTION px px_nearest_clamped(const cr_sampling *s, const ramp *r, int64_t u, int64_t v) {
    return nearest_lanes(s, r, u, v, 1);
}

/* MARK: 16 bits for each channel */

#define LANES_ARE_DEEP
typedef struct deep {
    __m256i low, high;
} deep;
typedef __m256i scale;

LANE_FUNCTION deep deep_from(px v) {
    __m256i zero = _mm256_setzero_si256();
    return (deep){_mm256_unpacklo_epi8(v, zero), _mm256_unpackhi_epi8(v, zero)};
}

LANE_FUNCTION px px_from_deep(deep v) { return _mm256_packus_epi16(v.low, v.high); }

LANE_FUNCTION scale scale_splat(int16_t value) { return _mm256_set1_epi16(value); }

/* The factor is one of SCALES. */
LANE_FUNCTION deep deep_scale(deep v, scale s) {
    return (deep){_mm256_mulhrs_epi16(v.low, s), _mm256_mulhrs_epi16(v.high, s)};
}

LANE_FUNCTION deep deep_add(deep a, deep b) {
    return (deep){_mm256_add_epi16(a.low, b.low), _mm256_add_epi16(a.high, b.high)};
}

LANE_FUNCTION deep deep_limit(deep v) {
    __m256i limit = _mm256_set1_epi16(255);
    return (deep){_mm256_min_epi16(v.low, limit), _mm256_min_epi16(v.high, limit)};
}

LANE_FUNCTION __m256i rest_of_alpha(__m256i v) {
    __m256i alpha = _mm256_shufflehi_epi16(_mm256_shufflelo_epi16(v, 0xFF), 0xFF);
    return _mm256_sub_epi16(_mm256_set1_epi16(255), alpha);
}

LANE_FUNCTION deep deep_over(deep above, deep below) {
    deep kept = {product_16(below.low, rest_of_alpha(above.low)), product_16(below.high, rest_of_alpha(above.high))};
    return deep_limit(deep_add(above, kept));
}

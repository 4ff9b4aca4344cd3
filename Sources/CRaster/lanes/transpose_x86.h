/* Four rows of four pixels become columns. Strides in bytes, either sign. */
LANE_FUNCTION void transpose_4x4(void *to, ptrdiff_t to_stride, const void *from, ptrdiff_t from_stride) {
    const uint8_t *in = from;
    uint8_t *out = to;
    __m128i a = _mm_loadu_si128((const __m128i *)in), b = _mm_loadu_si128((const __m128i *)(in + from_stride));
    __m128i c = _mm_loadu_si128((const __m128i *)(in + 2 * from_stride));
    __m128i d = _mm_loadu_si128((const __m128i *)(in + 3 * from_stride));
    __m128i ab_low = _mm_unpacklo_epi32(a, b), cd_low = _mm_unpacklo_epi32(c, d);
    __m128i ab_high = _mm_unpackhi_epi32(a, b), cd_high = _mm_unpackhi_epi32(c, d);
    _mm_storeu_si128((__m128i *)out, _mm_unpacklo_epi64(ab_low, cd_low));
    _mm_storeu_si128((__m128i *)(out + to_stride), _mm_unpackhi_epi64(ab_low, cd_low));
    _mm_storeu_si128((__m128i *)(out + 2 * to_stride), _mm_unpacklo_epi64(ab_high, cd_high));
    _mm_storeu_si128((__m128i *)(out + 3 * to_stride), _mm_unpackhi_epi64(ab_high, cd_high));
}

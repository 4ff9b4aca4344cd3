/* Kernels that read coverage: one byte per pixel, or the alpha of another picture. */

LANE_FUNCTION void solid_through(uint32_t *to, px lanes, factor part, int opaque) {
    px above = px_multiply(lanes, part);
    /* An opaque colour's alpha is the mask. */
    px below = px_multiply(px_load(to), factor_invert(opaque ? part : px_alpha(above)));
    px_store(to, px_add(above, below));
}

static void over_solid_mask(void *destination, ptrdiff_t destination_stride, const void *mask, ptrdiff_t mask_stride,
                            ptrdiff_t width, ptrdiff_t height, uint32_t colour) {
    enum { RUN = 32 }; /* much of a text is nothing, and much of a shape is whole */
    px lanes = px_splat(colour);
    int opaque = colour >= 0xFF000000u;
    FOR_EACH_ROW(height) {
        uint32_t *to = row_32(destination, destination_stride, y);
        const uint8_t *cover = const_row_8(mask, mask_stride, y);
        ptrdiff_t n = width;
        for (; n >= RUN; n -= RUN, to += RUN, cover += RUN) {
            uint64_t words[RUN / 8];
            memcpy(words, cover, RUN);
            if ((words[0] | words[1] | words[2] | words[3]) == 0) continue;
            if (opaque && (words[0] & words[1] & words[2] & words[3]) == UINT64_MAX) {
                for (int k = 0; k < RUN; k += LANES) px_store(to + k, lanes);
                continue;
            }
            /* What is none and what is whole comes out right by itself; a guess for each group would be wrong too often. */
            for (int k = 0; k < RUN; k += LANES) solid_through(to + k, lanes, factor_load(cover + k), opaque);
        }
        for (; n >= LANES; n -= LANES, to += LANES, cover += LANES) {
            factor part = factor_load(cover);
            if (factor_coverage(part) != COVERAGE_NONE) solid_through(to, lanes, part, opaque);
        }
        if (n > 0) {
            factor part = factor_load_partial(cover, (int)n);
            px_store_partial(to, blend_over(px_multiply(lanes, part), px_load_partial(to, (int)n)), (int)n);
        }
    }
}

LANE_FUNCTION uint8_t add_coverage_byte(uint32_t old, uint32_t added) {
    uint32_t t = old * (255 - added) + 128;
    return (uint8_t)(added + ((t + (t >> 8)) >> 8));
}

/* The highest bit of each byte that is not zero. */
LANE_FUNCTION uint64_t bytes_in_use(uint64_t bytes) {
    const uint64_t low = 0x7F7F7F7F7F7F7F7Fu;
    return (((bytes & low) + low) | bytes) & ~low;
}

/* Eight bytes in one word, in any order. */
LANE_FUNCTION uint64_t add_coverage_word(uint64_t old, uint64_t added) {
    if ((bytes_in_use(old) & bytes_in_use(added)) == 0) return old | added; /* as almost everywhere */
    uint64_t sum = 0;
    for (int shift = 0; shift < 64; shift += 8) {
        sum |= (uint64_t)add_coverage_byte((uint32_t)(old >> shift) & 255, (uint32_t)(added >> shift) & 255) << shift;
    }
    return sum;
}

static void add_coverage(void *destination, ptrdiff_t destination_stride, const void *mask, ptrdiff_t mask_stride,
                         ptrdiff_t width, ptrdiff_t height) {
    FOR_EACH_ROW(height) {
        uint8_t *to = (uint8_t *)destination + y * destination_stride;
        const uint8_t *cover = const_row_8(mask, mask_stride, y);
        ptrdiff_t n = width;
        for (; n >= 8; n -= 8, to += 8, cover += 8) {
            uint64_t old, added;
            memcpy(&old, to, 8);
            memcpy(&added, cover, 8);
            old = add_coverage_word(old, added);
            memcpy(to, &old, 8);
        }
        if (n >= 4) {
            uint32_t old, added;
            memcpy(&old, to, 4);
            memcpy(&added, cover, 4);
            old = (uint32_t)add_coverage_word(old, added);
            memcpy(to, &old, 4);
            n -= 4;
            to += 4;
            cover += 4;
        }
        for (; n > 0; n--, to++, cover++) *to = add_coverage_byte(*to, *cover);
    }
}

static void over_mask(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
                      const void *mask, ptrdiff_t mask_stride, ptrdiff_t width, ptrdiff_t height, uint32_t set_bits,
                      uint8_t alpha) {
    factor all = factor_splat(alpha);
    int opaque = set_bits >= 0xFF000000u && alpha == 255;
    FOR_EACH_ROW(height) {
        uint32_t *to = row_32(destination, destination_stride, y);
        const uint32_t *from = const_row_32(source, source_stride, y);
        const uint8_t *cover = const_row_8(mask, mask_stride, y);
        ptrdiff_t n = width;
        for (; n >= LANES; n -= LANES, to += LANES, from += LANES, cover += LANES) {
            factor part = factor_load(cover);
            enum coverage coverage = factor_coverage(part);
            if (coverage == COVERAGE_NONE) continue;
            px above = px_set_bits(px_load(from), set_bits);
            if (coverage == COVERAGE_FULL && opaque) {
                px_store(to, above);
            } else {
                px_store(to, blend_over(px_multiply(above, factor_multiply(part, all)), px_load(to)));
            }
        }
        if (n > 0) {
            factor part = factor_multiply(factor_load_partial(cover, (int)n), all);
            px above = px_multiply(px_set_bits(px_load_partial(from, (int)n), set_bits), part);
            px_store_partial(to, blend_over(above, px_load_partial(to, (int)n)), (int)n);
        }
    }
}

static void multiply_mask(void *destination, ptrdiff_t destination_stride, const void *mask, ptrdiff_t mask_stride,
                          ptrdiff_t width, ptrdiff_t height) {
    FOR_EACH_ROW(height) {
        uint32_t *to = row_32(destination, destination_stride, y);
        const uint8_t *cover = const_row_8(mask, mask_stride, y);
        ptrdiff_t n = width;
        for (; n >= LANES; n -= LANES, to += LANES, cover += LANES) {
            factor part = factor_load(cover);
            if (factor_coverage(part) == COVERAGE_FULL) continue;
            px_store(to, px_multiply(px_load(to), part));
        }
        if (n > 0) {
            px_store_partial(to, px_multiply(px_load_partial(to, (int)n), factor_load_partial(cover, (int)n)), (int)n);
        }
    }
}

static void multiply_alpha(void *destination, ptrdiff_t destination_stride, const void *source,
                           ptrdiff_t source_stride, ptrdiff_t width, ptrdiff_t height) {
    FOR_EACH_ROW(height) {
        uint32_t *to = row_32(destination, destination_stride, y);
        const uint32_t *from = const_row_32(source, source_stride, y);
        ptrdiff_t n = width;
        for (; n >= LANES; n -= LANES, to += LANES, from += LANES) {
            px_store(to, px_multiply(px_load(to), px_alpha(px_load(from))));
        }
        if (n > 0) {
            px part = px_load_partial(from, (int)n);
            px_store_partial(to, px_multiply(px_load_partial(to, (int)n), px_alpha(part)), (int)n);
        }
    }
}

/* Kernels that change colours: tints, sums, matrices, mixtures, halves. */

static void over_tint(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
                      ptrdiff_t width, ptrdiff_t height, uint32_t set_bits, uint32_t colour) {
    px tint = px_splat(colour);
    FOR_EACH_ROW(height) {
        uint32_t *to = row_32(destination, destination_stride, y);
        const uint32_t *from = const_row_32(source, source_stride, y);
        ptrdiff_t n = width;
        for (; n >= LANES; n -= LANES, to += LANES, from += LANES) {
            px above = px_set_bits(px_load(from), set_bits);
            if (px_coverage(above) == COVERAGE_NONE) continue;
            px_store(to, blend_over(px_product(above, tint), px_load(to)));
        }
        if (n > 0) {
            px above = px_product(px_set_bits(px_load_partial(from, (int)n), set_bits), tint);
            px_store_partial(to, blend_over(above, px_load_partial(to, (int)n)), (int)n);
        }
    }
}

static void add_tint(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
                     ptrdiff_t width, ptrdiff_t height, uint32_t set_bits, uint32_t colour) {
    px tint = px_splat(colour);
    int plain = colour == 0xFFFFFFFFu;
    FOR_EACH_ROW(height) {
        uint32_t *to = row_32(destination, destination_stride, y);
        const uint32_t *from = const_row_32(source, source_stride, y);
        ptrdiff_t n = width;
        for (; n >= LANES; n -= LANES, to += LANES, from += LANES) {
            px above = px_set_bits(px_load(from), set_bits);
            if (px_coverage(above) == COVERAGE_NONE) continue;
            px_store(to, px_add(plain ? above : px_product(above, tint), px_load(to)));
        }
        if (n > 0) {
            px above = px_product(px_set_bits(px_load_partial(from, (int)n), set_bits), tint);
            px_store_partial(to, px_add(above, px_load_partial(to, (int)n)), (int)n);
        }
    }
}

static void colour_matrix(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                          const int16_t matrix[9]) {
    int16_t m[9];
    memcpy(m, matrix, sizeof m);
    FOR_EACH_ROW(height) {
        uint32_t *to = row_32(destination, destination_stride, y);
        ptrdiff_t n = width;
        for (; n >= LANES; n -= LANES, to += LANES) px_store(to, px_matrix(px_load(to), m));
        if (n > 0) px_store_partial(to, px_matrix(px_load_partial(to, (int)n), m), (int)n);
    }
}

static void restore(void *destination, ptrdiff_t destination_stride, const void *saved, ptrdiff_t saved_stride,
                    const void *mask, ptrdiff_t mask_stride, ptrdiff_t width, ptrdiff_t height) {
    FOR_EACH_ROW(height) {
        uint32_t *to = row_32(destination, destination_stride, y);
        const uint32_t *from = const_row_32(saved, saved_stride, y);
        const uint8_t *cover = const_row_8(mask, mask_stride, y);
        ptrdiff_t n = width;
        for (; n >= LANES; n -= LANES, to += LANES, from += LANES, cover += LANES) {
            factor part = factor_load(cover);
            /* Most pixels are wholly inside or wholly outside. */
            switch (factor_coverage(part)) {
            case COVERAGE_FULL: break;
            case COVERAGE_NONE: px_store(to, px_load(from)); break;
            default: px_store(to, px_mix(px_load(to), px_load(from), part));
            }
        }
        if (n > 0) {
            px mixed = px_mix(px_load_partial(to, (int)n), px_load_partial(from, (int)n),
                              factor_load_partial(cover, (int)n));
            px_store_partial(to, mixed, (int)n);
        }
    }
}

static void halve(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
                  ptrdiff_t source_width, ptrdiff_t source_height, uint32_t set_bits) {
    ptrdiff_t height = (source_height + 1) / 2;
    FOR_EACH_ROW(height) {
        uint32_t *to = row_32(destination, destination_stride, y);
        const uint32_t *top = const_row_32(source, source_stride, 2 * y);
        const uint32_t *bottom = 2 * y + 1 < source_height ? const_row_32(source, source_stride, 2 * y + 1) : top;
        ptrdiff_t n = source_width;
        for (; n >= 2 * LANES; n -= 2 * LANES, to += LANES, top += 2 * LANES, bottom += 2 * LANES) {
            px_store(to, px_set_bits(px_halve((const uint8_t *)top, (const uint8_t *)bottom), set_bits));
        }
        if (n > 0) {
            uint32_t upper[2 * LANES] = {0}, lower[2 * LANES] = {0};
            memcpy(upper, top, (size_t)n * 4);
            memcpy(lower, bottom, (size_t)n * 4);
            if (n & 1) {
                upper[n] = upper[n - 1];
                lower[n] = lower[n - 1];
            }
            px means = px_set_bits(px_halve((const uint8_t *)upper, (const uint8_t *)lower), set_bits);
            int count = (int)(n + 1) / 2;
            if (count == LANES) {
                px_store(to, means);
            } else {
                px_store_partial(to, means, count);
            }
        }
    }
}

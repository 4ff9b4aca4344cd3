/* Kernels that read coverage: one byte per pixel, or the alpha of another picture. */

static void over_solid_mask(void *destination, ptrdiff_t destination_stride, const void *mask, ptrdiff_t mask_stride,
                            ptrdiff_t width, ptrdiff_t height, uint32_t colour) {
    px lanes = px_splat(colour);
    int opaque = colour >= 0xFF000000u;
    FOR_EACH_ROW(height) {
        uint32_t *to = row_32(destination, destination_stride, y);
        const uint8_t *cover = const_row_8(mask, mask_stride, y);
        ptrdiff_t n = width;
        for (; n >= LANES; n -= LANES, to += LANES, cover += LANES) {
            factor part = factor_load(cover);
            enum coverage coverage = factor_coverage(part);
            if (coverage == COVERAGE_NONE) continue;
            if (coverage == COVERAGE_FULL && opaque) {
                px_store(to, lanes);
            } else {
                px_store(to, blend_over(px_multiply(lanes, part), px_load(to)));
            }
        }
        if (n > 0) {
            factor part = factor_load_partial(cover, (int)n);
            px_store_partial(to, blend_over(px_multiply(lanes, part), px_load_partial(to, (int)n)), (int)n);
        }
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

/* Kernels without a mask. */

static void fill(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height, uint32_t colour) {
    px lanes = px_splat(colour);
    FOR_EACH_ROW(height) row_fill(row_32(destination, destination_stride, y), width, lanes);
}

static void over_solid(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                       uint32_t colour) {
    if (colour >= 0xFF000000u) {
        fill(destination, destination_stride, width, height, colour);
        return;
    }
    if (colour == 0) return;
    px lanes = px_splat(colour);
    factor rest = factor_splat((uint8_t)(255 - (colour >> 24)));
    FOR_EACH_ROW(height) row_over_solid(row_32(destination, destination_stride, y), width, lanes, rest);
}

static void copy(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
                 ptrdiff_t width, ptrdiff_t height, uint32_t set_bits) {
    FOR_EACH_ROW(height) {
        row_copy(row_32(destination, destination_stride, y), const_row_32(source, source_stride, y), width, set_bits);
    }
}

/*
 * The same for a destination that is written once and not read soon, and too large for the caches: what is written there
 * would first be read into them, and then push out what is needed. Where the processor cannot go past its caches, they
 * are the plain ones.
 */
#ifdef LANES_STREAM

/* Only whole lines of the cache go past it: a part of one would have to be read, changed and written by the memory. */
enum { STREAM_PIXELS = 16 };

/* Pixels up to the next line. */
LANE_FUNCTION ptrdiff_t stream_lead(const void *p, ptrdiff_t n) {
    ptrdiff_t lead = (ptrdiff_t)((0 - (uintptr_t)p) % (4 * STREAM_PIXELS) / 4);
    return lead < n ? lead : n;
}

static void stream_fill(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                        uint32_t colour) {
    px lanes = px_splat(colour);
    FOR_EACH_ROW(height) {
        uint32_t *to = row_32(destination, destination_stride, y);
        ptrdiff_t lead = stream_lead(to, width), n = width - lead;
        row_fill(to, lead, lanes);
        to += lead;
        for (; n >= STREAM_PIXELS; n -= STREAM_PIXELS, to += STREAM_PIXELS) {
            for (int k = 0; k < STREAM_PIXELS; k += LANES) px_stream(to + k, lanes);
        }
        row_fill(to, n, lanes);
    }
    stream_end();
}

static void stream_copy(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
                        ptrdiff_t width, ptrdiff_t height, uint32_t set_bits) {
    FOR_EACH_ROW(height) {
        uint32_t *to = row_32(destination, destination_stride, y);
        const uint32_t *from = const_row_32(source, source_stride, y);
        ptrdiff_t lead = stream_lead(to, width), n = width - lead;
        row_copy(to, from, lead, set_bits);
        to += lead;
        from += lead;
        for (; n >= STREAM_PIXELS; n -= STREAM_PIXELS, to += STREAM_PIXELS, from += STREAM_PIXELS) {
            for (int k = 0; k < STREAM_PIXELS; k += LANES) px_stream(to + k, px_set_bits(px_load(from + k), set_bits));
        }
        row_copy(to, from, n, set_bits);
    }
    stream_end();
}

#else

static void stream_fill(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                        uint32_t colour) {
    fill(destination, destination_stride, width, height, colour);
}

static void stream_copy(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
                        ptrdiff_t width, ptrdiff_t height, uint32_t set_bits) {
    copy(destination, destination_stride, source, source_stride, width, height, set_bits);
}

#endif

static void over_opaque_alpha(void *destination, ptrdiff_t destination_stride, const void *source,
                              ptrdiff_t source_stride, ptrdiff_t width, ptrdiff_t height, uint8_t alpha) {
    if (alpha == 255) {
        copy(destination, destination_stride, source, source_stride, width, height, 0xFF000000u);
        return;
    }
    /* The product's alpha is `alpha` everywhere, so the destination's factor is one constant. */
    factor part = factor_splat(alpha), rest = factor_splat((uint8_t)(255 - alpha));
    FOR_EACH_ROW(height) {
        uint32_t *to = row_32(destination, destination_stride, y);
        const uint32_t *from = const_row_32(source, source_stride, y);
        ptrdiff_t n = width;
        for (; n >= LANES; n -= LANES, to += LANES, from += LANES) {
            px above = px_multiply(px_set_bits(px_load(from), 0xFF000000u), part);
            px_store(to, px_add(above, px_multiply(px_load(to), rest)));
        }
        if (n > 0) {
            px above = px_multiply(px_set_bits(px_load_partial(from, (int)n), 0xFF000000u), part);
            px_store_partial(to, px_add(above, px_multiply(px_load_partial(to, (int)n), rest)), (int)n);
        }
    }
}

static void over(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
                 ptrdiff_t width, ptrdiff_t height) {
    FOR_EACH_ROW(height) {
        uint32_t *to = row_32(destination, destination_stride, y);
        const uint32_t *from = const_row_32(source, source_stride, y);
        ptrdiff_t n = width;
        for (; n >= LANES; n -= LANES, to += LANES, from += LANES) {
            px above = px_load(from);
            /* Real pictures are mostly opaque or empty; both cost no arithmetic and the latter no write. */
            switch (px_coverage(above)) {
            case COVERAGE_NONE: break;
            case COVERAGE_FULL: px_store(to, above); break;
            default: px_store(to, blend_over(above, px_load(to)));
            }
        }
        if (n > 0) {
            px above = px_load_partial(from, (int)n);
            px_store_partial(to, blend_over(above, px_load_partial(to, (int)n)), (int)n);
        }
    }
}

static void over_alpha(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
                       ptrdiff_t width, ptrdiff_t height, uint8_t alpha) {
    if (alpha == 255) {
        over(destination, destination_stride, source, source_stride, width, height);
        return;
    }
    factor part = factor_splat(alpha);
    FOR_EACH_ROW(height) {
        uint32_t *to = row_32(destination, destination_stride, y);
        const uint32_t *from = const_row_32(source, source_stride, y);
        ptrdiff_t n = width;
        for (; n >= LANES; n -= LANES, to += LANES, from += LANES) {
            px above = px_load(from);
            if (px_coverage(above) == COVERAGE_NONE) continue;
            px_store(to, blend_over(px_multiply(above, part), px_load(to)));
        }
        if (n > 0) {
            px above = px_multiply(px_load_partial(from, (int)n), part);
            px_store_partial(to, blend_over(above, px_load_partial(to, (int)n)), (int)n);
        }
    }
}

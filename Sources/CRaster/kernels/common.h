/* What the kernels share: rows, and the two ways of laying pixels over pixels. */

/* Runs the statement once per row of the rectangle, with `y` counting rows. */
#define FOR_EACH_ROW(height) for (ptrdiff_t y = 0; y < (height); y++)

static inline uint32_t *row_32(void *base, ptrdiff_t stride, ptrdiff_t y) {
    return (uint32_t *)((uint8_t *)base + y * stride);
}

static inline const uint32_t *const_row_32(const void *base, ptrdiff_t stride, ptrdiff_t y) {
    return (const uint32_t *)((const uint8_t *)base + y * stride);
}

static inline const uint8_t *const_row_8(const void *base, ptrdiff_t stride, ptrdiff_t y) {
    return (const uint8_t *)base + y * stride;
}

LANE_FUNCTION px blend_over(px source, px destination) {
    return px_add(source, px_multiply(destination, factor_invert(px_alpha(source))));
}

/* Over `n` pixels of one row; the colour is a full set of lanes. */
LANE_FUNCTION void row_fill(uint32_t *destination, ptrdiff_t n, px colour) {
    for (; n >= LANES; n -= LANES, destination += LANES) px_store(destination, colour);
    if (n > 0) px_store_partial(destination, colour, (int)n);
}

LANE_FUNCTION void row_copy(uint32_t *to, const uint32_t *from, ptrdiff_t n, uint32_t set_bits) {
    for (; n >= LANES; n -= LANES, to += LANES, from += LANES) px_store(to, px_set_bits(px_load(from), set_bits));
    if (n > 0) px_store_partial(to, px_set_bits(px_load_partial(from, (int)n), set_bits), (int)n);
}

LANE_FUNCTION void row_over_solid(uint32_t *destination, ptrdiff_t n, px colour, factor rest) {
    for (; n >= LANES; n -= LANES, destination += LANES) {
        px_store(destination, px_add(colour, px_multiply(px_load(destination), rest)));
    }
    if (n > 0) {
        px_store_partial(destination, px_add(colour, px_multiply(px_load_partial(destination, (int)n), rest)), (int)n);
    }
}

/* The gradient kernel: positions of a group side by side, then a look into the table for each pixel. */

enum { PATTERN_GROUPS = 8 / LANES }; /* groups until the pattern of dithering begins again */

LANE_FUNCTION whole gradient_indices(const cr_gradient *g, cr_gradient_kind kind, double p_row, double q_row,
                                     int32_t column) {
    precise x = __builtin_convertvector(whole_ramp() + column, precise) + 0.5;
    cr_real t = __builtin_convertvector(g->p_x * x + p_row, cr_real);
    if (kind != CR_GRADIENT_AXIAL) {
        cr_real q = __builtin_convertvector(g->q_x * x + q_row, cr_real);
        t = kind == CR_GRADIENT_RADIAL ? cr_radius(t, q) : cr_turns(t, q);
    }
    return __builtin_convertvector(cr_gradient_index(t, (float)(g->count - 1)), whole);
}

LANE_FUNCTION px gradient_pixels(const cr_gradient *g, whole indices, wide thresholds) {
    uint16_t channels[4 * LANES];
    for (int k = 0; k < LANES; k++) memcpy(channels + 4 * k, g->table + 4 * (ptrdiff_t)indices[k], 8);
    return px_of((wide_load(channels) + thresholds) >> 8);
}

LANE_FUNCTION void gradient_store(uint32_t *to, ptrdiff_t left, px pixels, int store, factor part) {
    if (!store) {
        px below = left >= LANES ? px_load(to) : px_load_partial(to, (int)left);
        pixels = blend_over(px_multiply(pixels, part), below);
    }
    if (left >= LANES) {
        px_store(to, pixels);
    } else {
        px_store_partial(to, pixels, (int)left);
    }
}

LANE_FUNCTION void gradient_rows(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                                 const cr_gradient *g, cr_gradient_kind kind, int store, uint8_t alpha) {
    factor part = factor_splat(alpha);
    FOR_EACH_ROW(height) {
        int32_t line = g->origin_y + (int32_t)y;
        double row = (double)line + 0.5;
        double p_row = g->p_y * row + g->p_1, q_row = g->q_y * row + g->q_1;
        wide thresholds[PATTERN_GROUPS];
        for (int group = 0; group < PATTERN_GROUPS; group++) {
            uint16_t levels[4 * LANES];
            for (int k = 0; k < 4 * LANES; k++) {
                int column = g->origin_x + group * LANES + k / 4;
                levels[k] = (uint16_t)(CR_BAYER_8[line & 7][column & 7] * 4 + 2);
            }
            thresholds[group] = wide_load(levels);
        }
        uint32_t *to = row_32(destination, destination_stride, y);
        if (kind == CR_GRADIENT_AXIAL && g->p_x == 0) {
            /* One colour along the row, in the pattern of dithering. */
            whole indices = gradient_indices(g, kind, p_row, q_row, g->origin_x);
            px pixels[PATTERN_GROUPS];
            for (int k = 0; k < PATTERN_GROUPS; k++) pixels[k] = gradient_pixels(g, indices, thresholds[k]);
            for (ptrdiff_t x = 0; x < width; x += LANES) {
                gradient_store(to + x, width - x, pixels[x / LANES % PATTERN_GROUPS], store, part);
            }
            continue;
        }
        for (ptrdiff_t x = 0; x < width; x += LANES) {
            whole indices = gradient_indices(g, kind, p_row, q_row, g->origin_x + (int32_t)x);
            gradient_store(to + x, width - x, gradient_pixels(g, indices, thresholds[x / LANES % PATTERN_GROUPS]), store,
                           part);
        }
    }
}

static void gradient(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                     const cr_gradient *g, int32_t is_opaque, uint8_t alpha) {
    int store = is_opaque && alpha == 255;
    switch (g->kind) {
    case CR_GRADIENT_AXIAL:
        gradient_rows(destination, destination_stride, width, height, g, CR_GRADIENT_AXIAL, store, alpha);
        break;
    case CR_GRADIENT_RADIAL:
        gradient_rows(destination, destination_stride, width, height, g, CR_GRADIENT_RADIAL, store, alpha);
        break;
    case CR_GRADIENT_CONIC:
        gradient_rows(destination, destination_stride, width, height, g, CR_GRADIENT_CONIC, store, alpha);
        break;
    }
}

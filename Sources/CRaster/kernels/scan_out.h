/*
 * Kernels that write a finished rectangle to scan-out memory, turning and converting on the way.
 *
 * That memory is write-combined: a read costs a bus round trip per access, and writes are fast only when they arrive in
 * address order. So every loop below writes each row of the destination from its first byte to its last, rows from top
 * to bottom, and reads only the source. memcpy is not used on the destination: it may write the end first.
 */

enum { STAGE_PIXELS = 4096 };

LANE_FUNCTION void scan_out_row(void *to, const uint32_t *from, ptrdiff_t n, int bits) {
    if (bits == 16) {
        uint16_t *out = to;
        for (; n >= LANES; n -= LANES, out += LANES, from += LANES) px_store_565(out, px_load(from));
        if (n > 0) px_store_565_partial(out, px_load_partial(from, (int)n), (int)n);
    } else {
        uint32_t *out = to;
        for (; n >= LANES; n -= LANES, out += LANES, from += LANES) px_store(out, px_load(from));
        if (n > 0) px_store_partial(out, px_load_partial(from, (int)n), (int)n);
    }
}

LANE_FUNCTION void scan_out_row_reversed(void *to, const uint32_t *from, ptrdiff_t n, int bits) {
    uint8_t *out = to;
    from += n;
    for (; n >= LANES; n -= LANES, out += LANES * bits / 8) {
        from -= LANES;
        px pixels = px_reverse(px_load(from));
        if (bits == 16) {
            px_store_565((uint16_t *)out, pixels);
        } else {
            px_store(out, pixels);
        }
    }
    if (n > 0) {
        uint32_t rest[LANES];
        for (ptrdiff_t k = 0; k < n; k++) rest[k] = *--from;
        px pixels = px_load_partial(rest, (int)n);
        if (bits == 16) {
            px_store_565_partial((uint16_t *)out, pixels, (int)n);
        } else {
            px_store_partial(out, pixels, (int)n);
        }
    }
}

/* Some columns of the source, side by side from `from`, become as many rows of the stage; `from_stride` walks the
 * destination's x. A negative `stage_stride` lays the columns from the last row up. */
LANE_FUNCTION void stage_columns(uint32_t *stage, ptrdiff_t stage_stride, const uint8_t *from, ptrdiff_t from_stride,
                                 ptrdiff_t length, ptrdiff_t columns) {
    ptrdiff_t column = 0;
    for (; column + 4 <= columns; column += 4) {
        ptrdiff_t x = 0;
        for (; x + 4 <= length; x += 4) {
            transpose_4x4(stage + column * stage_stride + x, stage_stride * 4, from + column * 4 + x * from_stride,
                          from_stride);
        }
        for (; x < length; x++) {
            for (ptrdiff_t k = column; k < column + 4; k++) {
                stage[k * stage_stride + x] = load_pixel(from, k * 4 + x * from_stride);
            }
        }
    }
    for (; column < columns; column++) {
        for (ptrdiff_t x = 0; x < length; x++) {
            stage[column * stage_stride + x] = load_pixel(from, column * 4 + x * from_stride);
        }
    }
}

/* A quarter turn reads columns. Several destination rows are put together in a stage that stays in the first-level
 * cache, so that a cache line of the source is used whole while it is there, and then written one after the other. */
LANE_FUNCTION void scan_out_turned(void *destination, ptrdiff_t destination_stride, const void *source,
                                   ptrdiff_t source_stride, ptrdiff_t width, ptrdiff_t height, int clockwise,
                                   int bits) {
    uint32_t stage[STAGE_PIXELS];
    ptrdiff_t band = width <= STAGE_PIXELS / 8 ? 8 : width <= STAGE_PIXELS / 4 ? 4 : 1;
    ptrdiff_t piece = width < STAGE_PIXELS ? width : STAGE_PIXELS;
    uint8_t *out = destination;
    for (ptrdiff_t y = 0; y < height; y += band) {
        ptrdiff_t rows = height - y < band ? height - y : band;
        /* One piece, except where a row is longer than the whole stage: then a band is one row, still in order. */
        for (ptrdiff_t x = 0; x < width; x += piece) {
            ptrdiff_t length = width - x < piece ? width - x : piece;
            const uint8_t *from = source;
            if (clockwise) { /* (x, y) of the destination is column y, row width - 1 - x of the source */
                from += (width - 1 - x) * source_stride + y * 4;
                stage_columns(stage, piece, from, -source_stride, length, rows);
            } else { /* column height - 1 - y, row x */
                from += x * source_stride + (height - y - rows) * 4;
                stage_columns(stage + (rows - 1) * piece, -piece, from, source_stride, length, rows);
            }
            for (ptrdiff_t row = 0; row < rows; row++) {
                scan_out_row(out + row * destination_stride + x * bits / 8, stage + row * piece, length, bits);
            }
        }
        out += band * destination_stride;
    }
}

LANE_FUNCTION void scan_out_bits(void *destination, ptrdiff_t destination_stride, const void *source,
                            ptrdiff_t source_stride, ptrdiff_t width, ptrdiff_t height, cr_rotation rotation,
                            int bits) {
    switch (rotation) {
    case CR_ROTATION_NONE:
        FOR_EACH_ROW(height) {
            scan_out_row(row_32(destination, destination_stride, y), const_row_32(source, source_stride, y), width,
                         bits);
        }
        break;
    case CR_ROTATION_HALF:
        FOR_EACH_ROW(height) {
            scan_out_row_reversed(row_32(destination, destination_stride, y),
                                  const_row_32(source, source_stride, height - 1 - y), width, bits);
        }
        break;
    case CR_ROTATION_QUARTER:
        scan_out_turned(destination, destination_stride, source, source_stride, width, height, 1, bits);
        break;
    case CR_ROTATION_THREE_QUARTER:
        scan_out_turned(destination, destination_stride, source, source_stride, width, height, 0, bits);
        break;
    }
}

static void scan_out(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
                     ptrdiff_t width, ptrdiff_t height, cr_rotation rotation, const cr_scan *scan) {
    if (scan->format == CR_SCAN_XRGB8888) {
        scan_out_bits(destination, destination_stride, source, source_stride, width, height, rotation, 32);
    } else if (scan->format == CR_SCAN_RGB565 && !scan->dither) {
        scan_out_bits(destination, destination_stride, source, source_stride, width, height, rotation, 16);
    } else {
        cr_reference_scan_out(destination, destination_stride, source, source_stride, width, height, rotation, scan);
    }
}

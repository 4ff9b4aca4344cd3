/*
 * Kernels that write a finished rectangle to scan-out memory, turning and converting on the way.
 *
 * That memory is write-combined: a read costs a bus round trip per access, and writes are fast only when they arrive in
 * address order. So every loop below writes each row of the destination from its first byte to its last, rows from top
 * to bottom, and reads only the source. memcpy is not used on the destination: it may write the end first.
 */

enum { STAGE_PIXELS = 4096 };

/* Constant where these functions are expanded: each format has loops of its own. */
typedef struct scan_row {
    cr_scan_format format;
    int dither;
    /* What dithering adds to the pixels of a row, group after group. */
    px thresholds[8 / LANES];
} scan_row;

LANE_FUNCTION ptrdiff_t scan_bytes(const scan_row *row) {
    switch (row->format) {
    case CR_SCAN_RGB888:
    case CR_SCAN_BGR888: return 3;
    case CR_SCAN_RGB565:
    case CR_SCAN_BGR565: return 2;
    default: return 4;
    }
}

/* Prepares the row that lies at (scan->panel_x, scan->panel_y + y) of the panel. */
LANE_FUNCTION void scan_row_begin(scan_row *row, const cr_scan *scan, ptrdiff_t y) {
    if (!row->dither) return;
    const uint8_t *levels = CR_BAYER_8[(scan->panel_y + y) & 7];
    for (int group = 0; group < 8 / LANES; group++) {
        uint32_t pixels[LANES];
        for (int k = 0; k < LANES; k++) {
            uint32_t level = levels[(scan->panel_x + group * LANES + k) & 7];
            pixels[k] = (level >> 3) * 0x00010001u | (level >> 4) << 8;
        }
        row->thresholds[group] = px_load(pixels);
    }
}

/* The pixels with red where the format wants it, and in levels that it has. */
LANE_FUNCTION px scan_pixels(const scan_row *row, px v, int group) {
    if (row->format == CR_SCAN_XBGR8888 || row->format == CR_SCAN_BGR888 || row->format == CR_SCAN_BGR565) {
        v = px_exchange(v);
    }
    return row->dither ? px_dithered(v, row->thresholds[group]) : v;
}

LANE_FUNCTION void scan_store(const scan_row *row, uint8_t *to, px v, int group) {
    v = scan_pixels(row, v, group);
    if (row->format == CR_SCAN_XRGB2101010) {
        whole words = ten_bit_words(planes_of(v));
        memcpy(to, &words, sizeof words);
    } else if (scan_bytes(row) == 4) {
        px_store(to, v);
    } else if (scan_bytes(row) == 3) {
        px_store_24(to, v);
    } else {
        px_store_565((uint16_t *)to, v);
    }
}

LANE_FUNCTION void scan_store_partial(const scan_row *row, uint8_t *to, px v, int group, int n) {
    v = scan_pixels(row, v, group);
    if (row->format == CR_SCAN_XRGB2101010) {
        whole words = ten_bit_words(planes_of(v));
        for (int k = 0; k < n; k++) {
            int32_t word = words[k];
            memcpy(to + 4 * k, &word, 4);
        }
    } else if (scan_bytes(row) == 4) {
        px_store_partial(to, v, n);
    } else if (scan_bytes(row) == 3) {
        px_store_24_partial(to, v, n);
    } else {
        px_store_565_partial((uint16_t *)to, v, n);
    }
}

LANE_FUNCTION void scan_out_row(const scan_row *row, uint8_t *to, const uint32_t *from, ptrdiff_t n) {
    int group = 0;
    for (; n >= LANES; n -= LANES, to += LANES * scan_bytes(row), from += LANES) {
        scan_store(row, to, px_load(from), group);
        group = (group + 1) % (8 / LANES);
    }
    if (n > 0) scan_store_partial(row, to, px_load_partial(from, (int)n), group, (int)n);
}

LANE_FUNCTION void scan_out_row_reversed(const scan_row *row, uint8_t *to, const uint32_t *from, ptrdiff_t n) {
    int group = 0;
    from += n;
    for (; n >= LANES; n -= LANES, to += LANES * scan_bytes(row)) {
        from -= LANES;
        scan_store(row, to, px_reverse(px_load(from)), group);
        group = (group + 1) % (8 / LANES);
    }
    if (n > 0) {
        uint32_t rest[LANES];
        for (ptrdiff_t k = 0; k < n; k++) rest[k] = *--from;
        scan_store_partial(row, to, px_load_partial(rest, (int)n), group, (int)n);
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
LANE_FUNCTION void scan_out_turned(scan_row *row, void *destination, ptrdiff_t destination_stride, const void *source,
                                   ptrdiff_t source_stride, ptrdiff_t width, ptrdiff_t height, int clockwise,
                                   const cr_scan *scan) {
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
            for (ptrdiff_t k = 0; k < rows; k++) {
                scan_row_begin(row, scan, y + k); /* pieces begin at multiples of 8 */
                scan_out_row(row, out + k * destination_stride + x * scan_bytes(row), stage + k * piece, length);
            }
        }
        out += band * destination_stride;
    }
}

LANE_FUNCTION void scan_out_format(void *destination, ptrdiff_t destination_stride, const void *source,
                                   ptrdiff_t source_stride, ptrdiff_t width, ptrdiff_t height, cr_rotation rotation,
                                   const cr_scan *scan, cr_scan_format format, int dither) {
    scan_row row = {.format = format, .dither = dither};
    uint8_t *to = destination;
    switch (rotation) {
    case CR_ROTATION_NONE:
        FOR_EACH_ROW(height) {
            scan_row_begin(&row, scan, y);
            scan_out_row(&row, to + y * destination_stride, const_row_32(source, source_stride, y), width);
        }
        break;
    case CR_ROTATION_HALF:
        FOR_EACH_ROW(height) {
            scan_row_begin(&row, scan, y);
            scan_out_row_reversed(&row, to + y * destination_stride, const_row_32(source, source_stride, height - 1 - y),
                                  width);
        }
        break;
    case CR_ROTATION_QUARTER:
    case CR_ROTATION_THREE_QUARTER:
        scan_out_turned(&row, destination, destination_stride, source, source_stride, width, height,
                        rotation == CR_ROTATION_QUARTER, scan);
        break;
    }
}

#define SCAN_LOOP(name, format, dither)                                                                             \
    static __attribute__((noinline)) void name(void *destination, ptrdiff_t destination_stride, const void *source, \
                                               ptrdiff_t source_stride, ptrdiff_t width, ptrdiff_t height,          \
                                               cr_rotation rotation, const cr_scan *scan) {                         \
        scan_out_format(destination, destination_stride, source, source_stride, width, height, rotation, scan,      \
                        format, dither);                                                                            \
    }

SCAN_LOOP(scan_xrgb8888, CR_SCAN_XRGB8888, 0)
SCAN_LOOP(scan_xbgr8888, CR_SCAN_XBGR8888, 0)
SCAN_LOOP(scan_rgb888, CR_SCAN_RGB888, 0)
SCAN_LOOP(scan_bgr888, CR_SCAN_BGR888, 0)
SCAN_LOOP(scan_rgb565, CR_SCAN_RGB565, 0)
SCAN_LOOP(scan_bgr565, CR_SCAN_BGR565, 0)
SCAN_LOOP(scan_xrgb2101010, CR_SCAN_XRGB2101010, 0)
SCAN_LOOP(scan_rgb565_dithered, CR_SCAN_RGB565, 1)
SCAN_LOOP(scan_bgr565_dithered, CR_SCAN_BGR565, 1)

static void scan_out(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
                     ptrdiff_t width, ptrdiff_t height, cr_rotation rotation, const cr_scan *scan) {
    void (*loop)(void *, ptrdiff_t, const void *, ptrdiff_t, ptrdiff_t, ptrdiff_t, cr_rotation, const cr_scan *);
    switch (scan->format) {
    case CR_SCAN_XBGR8888: loop = scan_xbgr8888; break;
    case CR_SCAN_RGB888: loop = scan_rgb888; break;
    case CR_SCAN_BGR888: loop = scan_bgr888; break;
    case CR_SCAN_RGB565: loop = scan->dither ? scan_rgb565_dithered : scan_rgb565; break;
    case CR_SCAN_BGR565: loop = scan->dither ? scan_bgr565_dithered : scan_bgr565; break;
    case CR_SCAN_XRGB2101010: loop = scan_xrgb2101010; break;
    default: loop = scan_xrgb8888; break;
    }
    loop(destination, destination_stride, source, source_stride, width, height, rotation, scan);
}

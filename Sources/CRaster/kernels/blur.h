/*
 * Box blurs: a sum that slides along the axis. Sums are whole numbers, so a pixel's mean does not depend on where the
 * sliding began, and takes the same time whatever the size of the box.
 */

typedef struct blur_window {
    int64_t first;
    ptrdiff_t length; /* of the source */
    int32_t size;
    int repeats;
    uint32_t part; /* 2^24 / size */
} blur_window;

LANE_FUNCTION blur_window blur_window_make(const cr_box *box) {
    uint32_t size = (uint32_t)box->size;
    return (blur_window){box->first, box->source_length, box->size, box->edge == CR_EDGE_REPEAT,
                         ((1u << 24) + size / 2) / size};
}

#define BLUR_HALF (1u << 23)

/* The source pixel to read for number n; -1 for none. */
LANE_FUNCTION int64_t blur_pixel(const blur_window *w, int64_t n) {
    if (n >= 0 && n < w->length) return n;
    if (!w->repeats) return -1;
    return n < 0 ? 0 : w->length - 1;
}

/* The part of the first window that lies within the source, and how much of it lies before and after. */
typedef struct blur_begin {
    int64_t from, to;
    uint32_t before, after;
} blur_begin;

LANE_FUNCTION blur_begin blur_begin_make(const blur_window *w) {
    int64_t end = w->first + w->size, length = w->length;
    blur_begin b;
    b.from = w->first < 0 ? 0 : w->first > length ? length : w->first;
    b.to = end < b.from ? b.from : end > length ? length : end;
    b.before = (uint32_t)(w->first < 0 ? (end < 0 ? w->size : -w->first) : 0);
    b.after = (uint32_t)(end > length ? (w->first > length ? w->size : end - length) : 0);
    return b;
}

/* Destination pixels from … to - 1 see the window leave and enter pixels of the source only. */
LANE_FUNCTION span blur_inner(const blur_window *w, ptrdiff_t count) {
    int64_t from = w->first < 0 ? -w->first : 0, to = w->length - w->size - w->first;
    if (from > count) from = count;
    if (to > count) to = count;
    return (span){(ptrdiff_t)from, (ptrdiff_t)(to < from ? from : to)};
}

/* MARK: Down columns: BLUR_BLOCK bytes side by side, whatever they belong to */

#define BLUR_COLUMNS(name, block)                                                                                   \
    static __attribute__((noinline)) void name(uint8_t *to, ptrdiff_t to_stride, const uint8_t *from,               \
                                               ptrdiff_t from_stride, ptrdiff_t count, const blur_window *w) {      \
        typedef uint8_t bytes __attribute__((vector_size(block)));                                                  \
        typedef uint32_t sums __attribute__((vector_size((block) * 4)));                                            \
        bytes line;                                                                                                 \
        sums sum = {0};                                                                                             \
        blur_begin begin = blur_begin_make(w);                                                                      \
        for (int64_t n = begin.from; n < begin.to; n++) {                                                           \
            memcpy(&line, from + n * from_stride, sizeof line);                                                     \
            sum += __builtin_convertvector(line, sums);                                                             \
        }                                                                                                           \
        if (w->repeats) {                                                                                           \
            memcpy(&line, from, sizeof line);                                                                       \
            sum += __builtin_convertvector(line, sums) * begin.before;                                              \
            memcpy(&line, from + (w->length - 1) * from_stride, sizeof line);                                       \
            sum += __builtin_convertvector(line, sums) * begin.after;                                               \
        }                                                                                                           \
        span inner = blur_inner(w, count);                                                                          \
        for (ptrdiff_t i = 0; i < count; i++, to += to_stride) {                                                    \
            line = __builtin_convertvector((sum * w->part + BLUR_HALF) >> 24, bytes);                               \
            memcpy(to, &line, sizeof line);                                                                         \
            int64_t leaving = w->first + i, entering = leaving + w->size;                                           \
            if (i < inner.from || i >= inner.to) {                                                                  \
                leaving = blur_pixel(w, leaving);                                                                   \
                entering = blur_pixel(w, entering);                                                                 \
                if (leaving == entering) continue;                                                                  \
            }                                                                                                       \
            if (entering >= 0) {                                                                                    \
                memcpy(&line, from + entering * from_stride, sizeof line);                                          \
                sum += __builtin_convertvector(line, sums);                                                         \
            }                                                                                                       \
            if (leaving >= 0) {                                                                                     \
                memcpy(&line, from + leaving * from_stride, sizeof line);                                           \
                sum -= __builtin_convertvector(line, sums);                                                         \
            }                                                                                                       \
        }                                                                                                           \
    }

BLUR_COLUMNS(blur_columns_32, 32)
BLUR_COLUMNS(blur_columns_4, 4)
BLUR_COLUMNS(blur_columns_1, 1)

LANE_FUNCTION void blur_down(uint8_t *to, ptrdiff_t to_stride, const uint8_t *from, ptrdiff_t from_stride,
                             ptrdiff_t bytes, ptrdiff_t count, const blur_window *w) {
    ptrdiff_t x = 0;
    for (; x + 32 <= bytes; x += 32) blur_columns_32(to + x, to_stride, from + x, from_stride, count, w);
    if (x < bytes && bytes >= 32) {
        /* Some columns a second time, with the same result. */
        blur_columns_32(to + bytes - 32, to_stride, from + bytes - 32, from_stride, count, w);
        return;
    }
    for (; x + 4 <= bytes; x += 4) blur_columns_4(to + x, to_stride, from + x, from_stride, count, w);
    for (; x < bytes; x++) blur_columns_1(to + x, to_stride, from + x, from_stride, count, w);
}

/* MARK: Along rows: some rows at once, so that one need not wait for itself */

#define BLUR_ROWS(name, rows, channels)                                                                             \
    static __attribute__((noinline)) void name(uint8_t *to, ptrdiff_t to_stride, const uint8_t *from,               \
                                               ptrdiff_t from_stride, ptrdiff_t count, const blur_window *w) {      \
        typedef uint8_t bytes __attribute__((vector_size((rows) * (channels))));                                    \
        typedef uint32_t sums __attribute__((vector_size((rows) * (channels) * 4)));                                \
        uint8_t pixel[(rows) * (channels)];                                                                         \
        bytes line;                                                                                                 \
        sums sum = {0};                                                                                             \
        blur_begin begin = blur_begin_make(w);                                                                      \
        for (int64_t n = begin.from; n < begin.to; n++) BLUR_ROWS_ADD(rows, channels, n, sum +=, );                 \
        if (w->repeats) {                                                                                           \
            BLUR_ROWS_ADD(rows, channels, 0, sum +=, *begin.before);                                                \
            BLUR_ROWS_ADD(rows, channels, (w->length - 1), sum +=, *begin.after);                                   \
        }                                                                                                           \
        span inner = blur_inner(w, count);                                                                          \
        for (ptrdiff_t i = 0; i < count; i++, to += channels) {                                                     \
            line = __builtin_convertvector((sum * w->part + BLUR_HALF) >> 24, bytes);                               \
            memcpy(pixel, &line, sizeof line);                                                                      \
            for (int k = 0; k < (rows); k++) memcpy(to + k * to_stride, pixel + k * (channels), channels);          \
            int64_t leaving = w->first + i, entering = leaving + w->size;                                           \
            if (i < inner.from || i >= inner.to) {                                                                  \
                leaving = blur_pixel(w, leaving);                                                                   \
                entering = blur_pixel(w, entering);                                                                 \
                if (leaving == entering) continue;                                                                  \
            }                                                                                                       \
            if (entering >= 0) BLUR_ROWS_ADD(rows, channels, entering, sum +=, );                                   \
            if (leaving >= 0) BLUR_ROWS_ADD(rows, channels, leaving, sum -=, );                                     \
        }                                                                                                           \
    }

#define BLUR_ROWS_ADD(rows, channels, n, add, times)                                                                \
    do {                                                                                                            \
        for (int k = 0; k < (rows); k++) {                                                                          \
            memcpy(pixel + k * (channels), from + k * from_stride + (n) * (channels), channels);                    \
        }                                                                                                           \
        memcpy(&line, pixel, sizeof line);                                                                          \
        add __builtin_convertvector(line, sums) times;                                                              \
    } while (0)

BLUR_ROWS(blur_rows_2, 2, 4)
BLUR_ROWS(blur_rows_1, 1, 4)

static __attribute__((noinline)) void blur_row_8(uint8_t *to, const uint8_t *from, ptrdiff_t count,
                                                 const blur_window *w) {
    uint32_t sum = 0, part = w->part;
    blur_begin begin = blur_begin_make(w);
    for (int64_t n = begin.from; n < begin.to; n++) sum += from[n];
    if (w->repeats) sum += from[0] * begin.before + from[w->length - 1] * begin.after;
    span inner = blur_inner(w, count);
    for (ptrdiff_t i = 0; i < count;) {
        if (i == inner.from && i < inner.to) {
            const uint8_t *leaving = from + w->first + i, *entering = leaving + w->size;
            for (; i < inner.to; i++) {
                to[i] = (uint8_t)((sum * part + BLUR_HALF) >> 24);
                sum += (uint32_t)*entering++ - *leaving++;
            }
            continue;
        }
        to[i] = (uint8_t)((sum * part + BLUR_HALF) >> 24);
        int64_t leaving = blur_pixel(w, w->first + i), entering = blur_pixel(w, w->first + i + w->size);
        if (entering >= 0) sum += from[entering];
        if (leaving >= 0) sum -= from[leaving];
        i++;
    }
}

static void box_blur_8(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
                       ptrdiff_t width, ptrdiff_t height, const cr_box *box) {
    blur_window w = blur_window_make(box);
    if (box->axis == CR_AXIS_VERTICAL) {
        blur_down(destination, destination_stride, source, source_stride, width, height, &w);
        return;
    }
    FOR_EACH_ROW(height) {
        blur_row_8((uint8_t *)destination + y * destination_stride, const_row_8(source, source_stride, y), width, &w);
    }
}

static void box_blur_32(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
                        ptrdiff_t width, ptrdiff_t height, const cr_box *box) {
    blur_window w = blur_window_make(box);
    if (box->axis == CR_AXIS_VERTICAL) {
        blur_down(destination, destination_stride, source, source_stride, width * 4, height, &w);
        return;
    }
    uint8_t *to = destination;
    const uint8_t *from = source;
    ptrdiff_t y = 0;
    for (; y + 2 <= height; y += 2) {
        blur_rows_2(to + y * destination_stride, destination_stride, from + y * source_stride, source_stride, width, &w);
    }
    if (y < height) {
        blur_rows_1(to + y * destination_stride, destination_stride, from + y * source_stride, source_stride, width, &w);
    }
}

#pragma once
#include <stddef.h>
#include <stdint.h>

/* Columns from … to - 1 of one row. */
typedef struct span {
    ptrdiff_t from, to;
} span;

static inline int64_t floor_divide(int64_t a, int64_t positive) {
    int64_t quotient = a / positive;
    return quotient - (a % positive < 0);
}

/*
 * The part of `s` in which low <= start + x * step < high, exactly. An empty result still lies within `s`.
 *
 * Both limits use the same whole numbers, so two rectangles that share an edge (and a transform) share it here: each
 * column belongs to one of them and none to both.
 */
static inline span span_within(span s, int64_t start, int64_t step, int64_t low, int64_t high) {
    if (s.from >= s.to) return s;
    int64_t first = start + s.from * step, last = start + (s.to - 1) * step;
    if (first >= low && first < high && last >= low && last < high) return s; /* the usual row needs no division */
    ptrdiff_t from, to;
    if (step > 0) {
        from = (ptrdiff_t)-floor_divide(start - low, step);
        to = (ptrdiff_t)-floor_divide(start - high, step);
    } else if (step < 0) {
        from = (ptrdiff_t)floor_divide(start - high, -step) + 1;
        to = (ptrdiff_t)floor_divide(start - low, -step) + 1;
    } else {
        s.to = s.from;
        return s;
    }
    if (to < s.to) s.to = to > s.from ? to : s.from;
    if (from > s.from) s.from = from < s.to ? from : s.to;
    return s;
}

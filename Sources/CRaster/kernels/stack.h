/*
 * Several layers over each other in one go: what lies below stays in registers from the first layer to the last.
 *
 * A lanes file that has a rounding multiply of 16-bit numbers supplies `deep`: LANES pixels with 16 bits for each channel.
 * The others work on one row after the other, which then stays in the first-level cache.
 */

static void stack_rows(uint8_t *to, const uint8_t *below, uint32_t below_colour, ptrdiff_t x, ptrdiff_t n, ptrdiff_t y,
                       const cr_layer *layers, ptrdiff_t count) {
    if (!below) {
        fill(to, 0, n, 1, below_colour);
    } else if (below != to) {
        copy(to, 0, below, 0, n, 1, 0);
    }
    for (ptrdiff_t k = 0; k < count; k++) {
        const cr_layer *layer = layers + k;
        if (!layer->pixels) {
            over_solid(to, 0, n, 1, layer->colour);
            continue;
        }
        const uint8_t *from = const_row_8(layer->pixels, layer->stride, y) + 4 * x;
        if (layer->is_opaque) {
            over_opaque_alpha(to, 0, from, 0, n, 1, layer->alpha);
        } else {
            over_alpha(to, 0, from, 0, n, 1, layer->alpha);
        }
    }
}

#ifdef LANES_ARE_DEEP
#include "scales.h"

#define STACK_LIMIT 8
/* How far ahead of its use a picture is fetched, bytes; as many as are read at once from each of eight. */
#define STACK_AHEAD 512

/* What a layer's pixels are multiplied by, in full lanes. */
typedef struct stack_layer {
    deep colour; /* of a layer without a picture */
    scale part, rest;
    ptrdiff_t offset; /* to this row of the picture, from the address 0 */
    int kind;
} stack_layer;

enum { STACK_COLOUR, STACK_OPAQUE, STACK_WHOLE, STACK_PART };

LANE_FUNCTION deep stack_over(const stack_layer *layer, deep below, px above) {
    switch (layer->kind) {
    case STACK_OPAQUE:
        /* The two products never come to more than 255. */
        return deep_add(deep_scale(deep_from(px_set_bits(above, 0xFF000000u)), layer->part),
                        deep_scale(below, layer->rest));
    case STACK_WHOLE: return deep_over(deep_from(above), below);
    default: return deep_over(deep_scale(deep_from(above), layer->part), below);
    }
}

static void over_stack(void *destination, ptrdiff_t destination_stride, const void *below, ptrdiff_t below_stride,
                       uint32_t below_colour, ptrdiff_t width, ptrdiff_t height, const cr_layer *layers,
                       ptrdiff_t count) {
    while (count > STACK_LIMIT) {
        over_stack(destination, destination_stride, below, below_stride, below_colour, width, height, layers,
                   STACK_LIMIT);
        below = destination;
        below_stride = destination_stride;
        layers += STACK_LIMIT;
        count -= STACK_LIMIT;
    }
    stack_layer prepared[STACK_LIMIT];
    for (ptrdiff_t k = 0; k < count; k++) {
        const cr_layer *layer = layers + k;
        stack_layer *to = prepared + k;
        uint8_t alpha = layer->pixels ? layer->alpha : (uint8_t)(layer->colour >> 24);
        to->colour = deep_from(px_splat(layer->colour));
        to->part = scale_splat(SCALES[alpha]);
        to->rest = scale_splat(SCALES[255 - alpha]);
        to->kind = !layer->pixels     ? STACK_COLOUR
                   : layer->is_opaque ? STACK_OPAQUE
                   : alpha == 255     ? STACK_WHOLE
                                      : STACK_PART;
    }
    FOR_EACH_ROW(height) {
        uint8_t *to = (uint8_t *)row_32(destination, destination_stride, y);
        const uint8_t *from = below ? const_row_8(below, below_stride, y) : NULL;
        for (ptrdiff_t k = 0; k < count; k++) {
            if (layers[k].pixels) prepared[k].offset = (ptrdiff_t)const_row_8(layers[k].pixels, layers[k].stride, y);
        }
        ptrdiff_t x = 0;
        for (; x + 2 * LANES <= width; x += 2 * LANES) {
            px first = from ? px_load(from + 4 * x) : px_splat(below_colour);
            px second = from ? px_load(from + 4 * x + sizeof(px)) : first;
            deep a = deep_from(first), b = deep_from(second);
            for (ptrdiff_t k = 0; k < count; k++) {
                const stack_layer *layer = prepared + k;
                if (layer->kind == STACK_COLOUR) {
                    a = deep_limit(deep_add(layer->colour, deep_scale(a, layer->rest)));
                    b = deep_limit(deep_add(layer->colour, deep_scale(b, layer->rest)));
                    continue;
                }
                const uint8_t *source = (const uint8_t *)layer->offset + 4 * x;
                __builtin_prefetch(source + STACK_AHEAD);
                a = stack_over(layer, a, px_load(source));
                b = stack_over(layer, b, px_load(source + sizeof(px)));
            }
            px_store(to + 4 * x, px_from_deep(a));
            px_store(to + 4 * x + sizeof(px), px_from_deep(b));
        }
        if (x < width) stack_rows(to + 4 * x, from ? from + 4 * x : NULL, below_colour, x, width - x, y, layers, count);
    }
}

#else

static void over_stack(void *destination, ptrdiff_t destination_stride, const void *below, ptrdiff_t below_stride,
                       uint32_t below_colour, ptrdiff_t width, ptrdiff_t height, const cr_layer *layers,
                       ptrdiff_t count) {
    FOR_EACH_ROW(height) {
        stack_rows((uint8_t *)row_32(destination, destination_stride, y),
                   below ? const_row_8(below, below_stride, y) : NULL, below_colour, 0, width, y, layers, count);
    }
}

#endif

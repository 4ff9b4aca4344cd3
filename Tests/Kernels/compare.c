/*
 * Compares every kernel of every set that this processor runs with the reference: widths 0 … 70, all alignments, edge and
 * random alphas, byte for byte, surroundings included. The same random numbers on every machine.
 *
 * Needs nothing but the C library, so that it runs where no Swift does: another architecture, emulated. Says what
 * differed and exits with 1, or how much was compared and exits with 0.
 */
#include "CRaster.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* MARK: Random numbers */

static uint64_t random_state = 20260101;

static uint64_t random_word(void) {
    random_state += 0x9E3779B97F4A7C15u;
    uint64_t z = random_state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static int random_below(int limit) { return (int)(random_word() % (uint64_t)limit); }
static int random_between(int low, int high) { return low + random_below(high - low + 1); }
static double random_real(double low, double high) {
    return low + (high - low) * ((double)(random_word() >> 11) / 9007199254740992.0);
}

static uint32_t random_pixel(void) {
    uint32_t word = (uint32_t)random_word();
    switch (random_below(8)) {
    case 0: return 0;
    case 1: return word | 0xFF000000u;
    case 2: return word; /* a colour may exceed its alpha, where someone made it so */
    default: break;
    }
    uint32_t alpha = (uint32_t)random_below(256), result = alpha << 24;
    for (int shift = 0; shift < 24; shift += 8) {
        uint32_t part = (uint32_t)random_below(4);
        uint32_t channel = part == 0 ? 0 : part == 1 ? alpha : (word >> shift & 255) * alpha / 255;
        result |= channel << shift;
    }
    return result;
}

static uint8_t random_alpha(void) {
    static const uint8_t edges[] = {0, 1, 127, 128, 254, 255, 255, 255};
    int k = random_below(12);
    return k < 8 ? edges[k] : (uint8_t)random_word();
}

/* MARK: Pixels with known bytes around them */

enum { GUARD = 256 };

typedef struct canvas {
    uint8_t *memory, *base;
    size_t bytes;
    ptrdiff_t stride;
    int width, height, unit;
} canvas;

static canvas canvas_make(int width, int height, int unit) {
    canvas c = {.width = width, .height = height, .unit = unit};
    int offset = unit * random_below(16);
    c.stride = width * unit + unit * random_below(9);
    c.bytes = (size_t)(2 * GUARD + offset + c.stride * height);
    c.memory = malloc(c.bytes);
    if (!c.memory) abort();
    for (size_t k = 0; k < c.bytes; k++) c.memory[k] = (uint8_t)(k * 37 + 11);
    c.base = c.memory + GUARD + offset;
    return c;
}

static canvas canvas_copy(const canvas *other) {
    canvas c = *other;
    c.memory = malloc(c.bytes);
    if (!c.memory) abort();
    memcpy(c.memory, other->memory, c.bytes);
    c.base = c.memory + (other->base - other->memory);
    return c;
}

/* In runs of one kind, so that groups that are wholly opaque, wholly empty and mixed all occur. */
static void canvas_fill(canvas *c) {
    for (int y = 0; y < c->height; y++) {
        int kind = 0, left = 0;
        for (int x = 0; x < c->width; x++) {
            if (left-- == 0) kind = random_below(3), left = random_between(0, 23);
            if (c->unit == 4) {
                uint32_t pixel = kind == 0 ? 0 : kind == 1 ? random_pixel() | 0xFF000000u : random_pixel();
                memcpy(c->base + y * c->stride + x * 4, &pixel, 4);
            } else {
                c->base[y * c->stride + x] = (uint8_t)(kind == 0 ? 0 : kind == 1 ? 255 : random_below(256));
            }
        }
    }
}

static canvas canvas_random(int width, int height, int unit) {
    canvas c = canvas_make(width, height, unit);
    canvas_fill(&c);
    return c;
}

/* MARK: Comparing */

static const cr_kernels *set;
static long comparisons;

static void check(const char *kernel, const canvas *destination, const canvas *expected, const canvas *actual) {
    comparisons++;
    if (memcmp(expected->memory, actual->memory, expected->bytes) != 0) {
        for (size_t k = 0; k < expected->bytes; k++) {
            if (expected->memory[k] == actual->memory[k]) continue;
            long at = (long)(k - (size_t)(expected->base - expected->memory)), stride = (long)expected->stride;
            printf("kernels: %s of %s differs from the reference, %d x %d, stride %ld: byte %ld (row %ld, byte %ld of "
                   "it) is %d, not %d\n",
                   kernel, set->name, destination->width, destination->height, stride, at, stride ? at / stride : 0,
                   stride ? at % stride : at, actual->memory[k], expected->memory[k]);
            exit(1);
        }
    }
    /* Nor may the reference write outside. */
    for (size_t k = 0; k < expected->bytes; k++) {
        long at = (long)(k - (size_t)(expected->base - expected->memory));
        int inside = at >= 0 && at < (long)expected->stride * expected->height &&
                     at % (long)expected->stride < expected->width * expected->unit;
        if (!inside && expected->memory[k] != destination->memory[k]) {
            printf("kernels: the reference's %s writes outside\n", kernel);
            exit(1);
        }
    }
}

/* Runs `call`, in which `k` is a set of kernels and `to` a copy of the destination, with the reference and the set. */
#define COMPARE(kernel, destination, call)                                                                          \
    do {                                                                                                            \
        canvas both[2] = {canvas_copy(&(destination)), canvas_copy(&(destination))};                                \
        for (int side = 0; side < 2; side++) {                                                                      \
            const cr_kernels *k = side ? set : cr_kernels_reference();                                              \
            canvas to = both[side];                                                                                 \
            call;                                                                                                   \
        }                                                                                                           \
        check(kernel, &(destination), &both[0], &both[1]);                                                          \
        free(both[0].memory);                                                                                       \
        free(both[1].memory);                                                                                       \
    } while (0)

#define TO to.base, to.stride
#define SIZE width, height

/* MARK: Kernels */

static void compare_blending(int width) {
    int height = random_between(1, 3);
    canvas destination = canvas_random(width, height, 4), source = canvas_random(width, height, 4);
    canvas mask = canvas_random(width, height, 1);
    uint32_t colour = random_pixel(), bits = random_below(2) ? 0xFF000000u : 0;
    uint8_t alpha = random_alpha();
    COMPARE("fill", destination, k->fill(TO, SIZE, colour));
    COMPARE("over_solid", destination, k->over_solid(TO, SIZE, colour));
    COMPARE("copy", destination, k->copy(TO, source.base, source.stride, SIZE, bits));
    COMPARE("over_opaque_alpha", destination, k->over_opaque_alpha(TO, source.base, source.stride, SIZE, alpha));
    COMPARE("over", destination, k->over(TO, source.base, source.stride, SIZE));
    COMPARE("over_alpha", destination, k->over_alpha(TO, source.base, source.stride, SIZE, alpha));
    COMPARE("over_solid_mask", destination, k->over_solid_mask(TO, mask.base, mask.stride, SIZE, colour));
    COMPARE("over_mask", destination,
            k->over_mask(TO, source.base, source.stride, mask.base, mask.stride, SIZE, bits, alpha));
    COMPARE("multiply_mask", destination, k->multiply_mask(TO, mask.base, mask.stride, SIZE));
    COMPARE("multiply_alpha", destination, k->multiply_alpha(TO, source.base, source.stride, SIZE));
    COMPARE("over_tint", destination, k->over_tint(TO, source.base, source.stride, SIZE, bits, colour));
    COMPARE("add_tint", destination, k->add_tint(TO, source.base, source.stride, SIZE, bits, colour));
    COMPARE("restore", destination, k->restore(TO, source.base, source.stride, mask.base, mask.stride, SIZE));
    if (height > 0) {
        COMPARE("restore, upwards", destination,
                k->restore(TO, source.base, source.stride, mask.base + (height - 1) * mask.stride, -mask.stride, SIZE));
    }
    int16_t matrix[9];
    for (int k = 0; k < 9; k++) matrix[k] = (int16_t)random_between(-30720, 30720);
    if (random_below(3) == 0) {
        for (int k = 0; k < 9; k++) matrix[k] = k % 4 == 0 ? 4096 : 0;
    }
    COMPARE("colour_matrix", destination, k->colour_matrix(TO, SIZE, matrix));
    /* Modes ask for colours that do not exceed their alpha. */
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < 4 * width; x++) {
            uint8_t *row = destination.base + y * destination.stride;
            if (row[x] > row[x | 3]) row[x] = row[x | 3];
        }
    }
    for (int mode = 0; mode < CR_BLEND_COUNT; mode++) {
        char name[40];
        snprintf(name, sizeof name, "blend mode %d", mode);
        uint32_t below = random_below(3) == 0 ? 0xFF000000u : 0;
        const uint8_t *cover = random_below(2) ? mask.base : NULL;
        COMPARE(name, destination,
                k->blend(TO, source.base, source.stride, cover, mask.stride, SIZE, (cr_blend_mode)mode, bits, below,
                         alpha));
    }
    free(destination.memory);
    free(source.memory);
    free(mask.memory);
}

static void compare_stacks(int width) {
    int height = random_between(1, 3), count = random_between(0, 11);
    canvas destination = canvas_random(width, height, 4), below = canvas_random(width, height, 4);
    canvas pictures[11];
    cr_layer layers[11];
    for (int k = 0; k < count; k++) {
        pictures[k] = canvas_random(width, height, 4);
        layers[k] = (cr_layer){
            .pixels = random_below(2) ? pictures[k].base : NULL, .stride = pictures[k].stride, .colour = random_pixel(),
            .alpha = random_alpha(), .is_opaque = (uint8_t)random_below(2)};
    }
    uint32_t colour = random_pixel();
    COMPARE("over_stack", destination,
            k->over_stack(TO, below.base, below.stride, colour, SIZE, layers, count));
    COMPARE("over_stack on a colour", destination, k->over_stack(TO, NULL, 0, colour, SIZE, layers, count));
    COMPARE("over_stack in place", destination,
            k->over_stack(TO, to.base, to.stride, colour, SIZE, layers, count));
    for (int k = 0; k < count; k++) free(pictures[k].memory);
    free(destination.memory);
    free(below.memory);
}

static void compare_sampling(int width) {
    int height = random_between(1, 9);
    canvas destination = canvas_random(width, height, 4);
    canvas source = canvas_random(random_between(1, 40), random_between(1, 40), 4);
    uint32_t bits = random_below(2) ? 0xFF000000u : 0, colour = random_pixel();
    uint8_t alpha = random_alpha();
    double step = random_below(4) == 0 ? random_real(2, 20) : random_real(0.05, 1.5);
    double angle_x = random_real(-1, 1), angle_y = random_real(-1, 1);
    if (random_below(4) == 0) angle_x = random_below(2), angle_y = 1 - angle_x;
    const double one = 4294967296.0;
    cr_sampling sampling = {
        .pixels = source.base, .stride = source.stride ? source.stride : 4, .width = source.width,
        .height = source.height, .u_per_x = (int64_t)(angle_x * step * one), .v_per_x = (int64_t)(angle_y * step * one),
        .u_per_y = (int64_t)(-angle_y * step * one), .v_per_y = (int64_t)(angle_x * step * one)};
    sampling.u = (int64_t)(random_real(0, source.width) * one) - sampling.u_per_x * (width / 2);
    sampling.v = (int64_t)(random_real(0, source.height) * one) - sampling.v_per_x * (width / 2);
    sampling.u0 = (int64_t)(random_real(-4, source.width / 2.0) * one);
    sampling.v0 = (int64_t)(random_real(-4, source.height / 2.0) * one);
    sampling.u1 = (int64_t)(random_real(source.width / 2.0, source.width + 4) * one);
    sampling.v1 = (int64_t)(random_real(source.height / 2.0, source.height + 4) * one);
    COMPARE("sample_bilinear", destination, k->sample_bilinear(TO, SIZE, &sampling, bits, alpha));
    COMPARE("sample_nearest", destination, k->sample_nearest(TO, SIZE, &sampling, bits, alpha));
    COMPARE("sample_solid", destination, k->sample_solid(TO, SIZE, &sampling, colour));

    cr_projection projection = {
        .pixels = source.base, .stride = sampling.stride, .width = source.width, .height = source.height,
        .origin_x = random_between(-3000, 3000), .origin_y = random_between(-3000, 3000)};
    double centre_x = projection.origin_x + width / 2, centre_y = projection.origin_y + height / 2;
    projection.w_x = random_below(3) ? random_real(-0.02, 0.02) : 0;
    projection.w_y = random_below(3) ? random_real(-0.05, 0.05) : 0;
    projection.w_1 = 1 - projection.w_x * centre_x - projection.w_y * centre_y;
    projection.u_x = angle_x * step, projection.u_y = -angle_y * step;
    projection.v_x = angle_y * step, projection.v_y = angle_x * step;
    projection.u_1 = random_real(0, source.width) - projection.u_x * centre_x - projection.u_y * centre_y;
    projection.v_1 = random_real(0, source.height) - projection.v_x * centre_x - projection.v_y * centre_y;
    if (random_below(3)) { /* lines of equal depth that are not lines of equal u */
        projection.u_x += projection.w_x * source.width / 2, projection.u_y += projection.w_y * source.width / 2;
        projection.u_1 += (projection.w_1 - 1) * source.width / 2;
    }
    if (random_below(8) == 0) { /* a common factor changes nothing but the last bits */
        double factor = random_below(2) ? 1e12 : 1e-9;
        projection.u_x *= factor, projection.u_y *= factor, projection.u_1 *= factor;
        projection.v_x *= factor, projection.v_y *= factor, projection.v_1 *= factor;
        projection.w_x *= factor, projection.w_y *= factor, projection.w_1 *= factor;
    }
    if (random_below(30) == 0) projection.w_x = projection.w_y = projection.w_1 = 0;
    if (random_below(30) == 0) projection.u_x = 1e300, projection.v_1 = -1e300;
    projection.u0 = random_real(-4, source.width / 2.0), projection.u1 = random_real(source.width / 2.0, source.width + 4);
    projection.v0 = random_real(-4, source.height / 2.0);
    projection.v1 = random_real(source.height / 2.0, source.height + 4);
    if (random_below(6) == 0) {
        projection.u0 = projection.v0 = -16383;
        projection.u1 = projection.v1 = 32767;
    }
    COMPARE("project_bilinear", destination, k->project_bilinear(TO, SIZE, &projection, bits, alpha));
    COMPARE("project_nearest", destination, k->project_nearest(TO, SIZE, &projection, bits, alpha));
    COMPARE("project_solid", destination, k->project_solid(TO, SIZE, &projection, colour));
    free(destination.memory);
    free(source.memory);
}

static void compare_blurs(int width) {
    for (int axis = 0; axis < 2; axis++) {
        int height = random_between(1, 12);
        for (int unit = 1; unit <= 4; unit += 3) {
            int length = random_below(4) == 0 ? random_between(1, 4) : random_between(1, 150);
            canvas destination = canvas_random(width, height, unit);
            canvas source = axis ? canvas_random(width, length, unit) : canvas_random(length, height, unit);
            cr_box box = {
                .axis = axis ? CR_AXIS_VERTICAL : CR_AXIS_HORIZONTAL,
                .edge = random_below(2) ? CR_EDGE_ZERO : CR_EDGE_REPEAT,
                .size = random_below(4) == 0 ? random_between(1, 400) : random_between(1, 30),
                .source_length = length};
            box.first = random_between(-box.size - 20, length + 20);
            if (random_below(2)) box.first = -box.size / 2;
            if (random_below(60) == 0) box.size = 65535;
            if (unit == 1) {
                COMPARE("box_blur_8", destination,
                        k->box_blur_8(TO, source.base, source.stride, SIZE, &box));
            } else {
                COMPARE("box_blur_32", destination,
                        k->box_blur_32(TO, source.base, source.stride, SIZE, &box));
            }
            free(destination.memory);
            free(source.memory);
        }
    }
}

static void compare_halving(int width) {
    int height = random_between(0, 7);
    canvas source = canvas_random(width, height, 4), destination = canvas_random((width + 1) / 2, (height + 1) / 2, 4);
    uint32_t bits = random_below(2) ? 0xFF000000u : 0;
    COMPARE("halve", destination, k->halve(TO, source.base, source.stride, width, height, bits));
    free(destination.memory);
    free(source.memory);
}

static void compare_gradients(int width) {
    int height = random_between(1, 9), count = random_below(3) ? 1024 : random_between(2, 300);
    canvas destination = canvas_random(width, height, 4);
    uint16_t *table = malloc((size_t)count * 8);
    if (!table) abort();
    int opaque = random_below(2);
    for (int k = 0; k < count; k++) {
        uint16_t alpha = opaque ? 65280 : (uint16_t)random_below(65281);
        for (int channel = 0; channel < 3; channel++) table[4 * k + channel] = (uint16_t)random_below(alpha + 1);
        table[4 * k + 3] = alpha;
    }
    for (int kind = 0; kind < 3; kind++) {
        cr_gradient gradient = {
            .table = table, .count = count, .kind = (cr_gradient_kind)kind, .origin_x = random_between(-3000, 3000),
            .origin_y = random_between(-3000, 3000)};
        double scale = random_real(0.001, 0.05);
        gradient.p_x = random_below(4) ? random_real(-1, 1) * scale : 0;
        gradient.p_y = random_below(4) ? random_real(-1, 1) * scale : 0;
        gradient.q_x = random_real(-1, 1) * scale, gradient.q_y = random_real(-1, 1) * scale;
        double centre_x = gradient.origin_x + random_between(0, width), centre_y = gradient.origin_y + height / 2;
        if (random_below(3) == 0) centre_x += 0.5, centre_y += 0.5; /* a pixel in the very centre */
        gradient.p_1 = (kind ? 0 : 0.5) - gradient.p_x * centre_x - gradient.p_y * centre_y;
        gradient.q_1 = -gradient.q_x * centre_x - gradient.q_y * centre_y;
        if (random_below(20) == 0) gradient.p_x = 1e9, gradient.q_1 = -1e9;
        uint8_t alpha = random_alpha();
        COMPARE("gradient", destination, k->gradient(TO, SIZE, &gradient, opaque, alpha));
    }
    free(table);
    free(destination.memory);
}

static void compare_writing_out(int width, int height) {
    static const int units[] = {4, 4, 3, 3, 2, 2, 4};
    for (int rotation = 0; rotation < 4; rotation++) {
        canvas source = rotation & 1 ? canvas_random(height, width, 4) : canvas_random(width, height, 4);
        for (int format = 0; format < 7; format++) {
            canvas destination = canvas_make(width, height, units[format]);
            cr_scan scan = {
                .format = (cr_scan_format)format, .dither = random_below(2), .panel_x = random_below(2000),
                .panel_y = random_below(2000)};
            char name[60];
            snprintf(name, sizeof name, "scan_out, format %d, rotation %d, dither %d", format, rotation, scan.dither);
            COMPARE(name, destination,
                    k->scan_out(TO, source.base, source.stride, SIZE, (cr_rotation)rotation, &scan));
            free(destination.memory);
        }
        free(source.memory);
    }
}

static void compare_products(void) {
    canvas destination = canvas_make(256, 256, 4), mask = canvas_make(256, 256, 1);
    for (int y = 0; y < 256; y++) {
        for (int x = 0; x < 256; x++) {
            uint32_t pixel = (uint32_t)x * 0x01010101u;
            memcpy(destination.base + y * destination.stride + x * 4, &pixel, 4);
            mask.base[y * mask.stride + x] = (uint8_t)y;
        }
    }
    COMPARE("every product", destination, k->multiply_mask(TO, mask.base, mask.stride, 256, 256));
    canvas saved = canvas_random(256, 256, 4);
    COMPARE("every mix", destination, k->restore(TO, saved.base, saved.stride, mask.base, mask.stride, 256, 256));
    free(destination.memory);
    free(mask.memory);
    free(saved.memory);
}

int main(void) {
    for (int index = 0; (set = cr_kernels_available(index)) != NULL; index++) {
        comparisons = 0;
        compare_products();
        for (int width = 0; width <= 70; width++) {
            for (int round = 0; round < 4; round++) {
                compare_blending(width);
                compare_stacks(width);
                compare_sampling(width);
                compare_blurs(width);
                compare_halving(width);
                compare_gradients(width);
            }
            compare_writing_out(width, random_between(1, 21));
        }
        /* Beyond 512, 1024 and 4096 pixels of width the way a quarter turn is put together changes. */
        compare_writing_out(513, 9);
        compare_writing_out(1025, 5);
        compare_writing_out(4097, 3);
        for (int round = 0; round < 20; round++) compare_sampling(random_between(71, 300));
        printf("kernels: %s equals the reference in %ld comparisons\n", set->name, comparisons);
    }
    return 0;
}

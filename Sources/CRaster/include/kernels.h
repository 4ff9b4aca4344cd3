#pragma once
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/*
 * Pixel kernels. One call handles a rectangle of `width` x `height` pixels; strides are bytes from one row to the next
 * and may be negative. Both sizes may be zero. Rectangles of one call never overlap, except where they are the same.
 *
 * A 32-bit pixel is a little-endian word 0xAARRGGBB with colour multiplied by alpha. The arithmetic is pixman's, bit by
 * bit: a product of two bytes is t = a * b + 128, (t + (t >> 8)) >> 8; "over" is source + destination * (255 - source
 * alpha), added with saturation.
 */

/* How a rectangle of the destination samples a picture. Positions are source pixels times 2^32, measured from the top
 * left corner of the tap rectangle; a position is that of the centre of a destination pixel. */
typedef struct cr_sampling {
    /* The tap rectangle: samples are taken from here and nowhere else; beyond its edge the edge pixel repeats.
     * height * stride must be below 2^32 and stride positive. */
    const void *pixels;
    ptrdiff_t stride;
    int32_t width, height;
    /* Position of the first destination pixel of the call, and its steps. */
    int64_t u, v;
    int64_t u_per_x, v_per_x;
    int64_t u_per_y, v_per_y;
    /* Only destination pixels with u0 <= u < u1 and v0 <= v < v1 are drawn. */
    int64_t u0, v0, u1, v1;
} cr_sampling;

typedef enum cr_rotation {
    CR_ROTATION_NONE = 0,
    CR_ROTATION_QUARTER = 1, /* clockwise: the first column of the source becomes the first row, read upwards */
    CR_ROTATION_HALF = 2,
    CR_ROTATION_THREE_QUARTER = 3,
} cr_rotation;

typedef struct cr_kernels {
    const char *name;

    /* destination = colour */
    void (*fill)(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height, uint32_t colour);
    /* destination = colour over destination */
    void (*over_solid)(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                       uint32_t colour);
    /* destination = source | set_bits; set_bits 0xFF000000 makes an xrgb source opaque argb, 0 copies unchanged */
    void (*copy)(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
                 ptrdiff_t width, ptrdiff_t height, uint32_t set_bits);
    /* destination = (source made opaque) * alpha over destination */
    void (*over_opaque_alpha)(void *destination, ptrdiff_t destination_stride, const void *source,
                              ptrdiff_t source_stride, ptrdiff_t width, ptrdiff_t height, uint8_t alpha);
    /* destination = source over destination */
    void (*over)(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
                 ptrdiff_t width, ptrdiff_t height);
    /* destination = source * alpha over destination */
    void (*over_alpha)(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
                       ptrdiff_t width, ptrdiff_t height, uint8_t alpha);
    /* destination = colour * mask over destination; the mask has one byte per pixel */
    void (*over_solid_mask)(void *destination, ptrdiff_t destination_stride, const void *mask, ptrdiff_t mask_stride,
                            ptrdiff_t width, ptrdiff_t height, uint32_t colour);
    /* destination = (source | set_bits) * (mask * alpha) over destination */
    void (*over_mask)(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
                      const void *mask, ptrdiff_t mask_stride, ptrdiff_t width, ptrdiff_t height, uint32_t set_bits,
                      uint8_t alpha);
    /* destination = destination * mask */
    void (*multiply_mask)(void *destination, ptrdiff_t destination_stride, const void *mask, ptrdiff_t mask_stride,
                          ptrdiff_t width, ptrdiff_t height);
    /* destination = destination * alpha of source, a 32-bit picture */
    void (*multiply_alpha)(void *destination, ptrdiff_t destination_stride, const void *source,
                           ptrdiff_t source_stride, ptrdiff_t width, ptrdiff_t height);

    /* destination = ((sample | set_bits) * alpha) over destination, inside the sampled quadrilateral only.
     * Bilinear weights have 7 bits; the sum of four weighted taps is rounded once. */
    void (*sample_bilinear)(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                            const cr_sampling *sampling, uint32_t set_bits, uint8_t alpha);
    void (*sample_nearest)(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                           const cr_sampling *sampling, uint32_t set_bits, uint8_t alpha);
    /* destination = colour over destination, inside the quadrilateral; `pixels` of the sampling is not read */
    void (*sample_solid)(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                         const cr_sampling *sampling, uint32_t colour);

    /* Out to scan-out memory. width and height are the destination's. The destination is written in address order, row
     * after row, never read, and nothing but the rectangle is written. */
    void (*scan_out_32)(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
                        ptrdiff_t width, ptrdiff_t height, cr_rotation rotation);
    void (*scan_out_565)(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
                         ptrdiff_t width, ptrdiff_t height, cr_rotation rotation);
} cr_kernels;

/* The fastest set this processor runs; chosen when the program is loaded, before any other code of ours. */
extern const cr_kernels *cr_chosen_kernels;
static inline const cr_kernels *cr_kernels_current(void) { return cr_chosen_kernels; }

/* The plain statement of what every other set computes. Slow. */
const cr_kernels *cr_kernels_reference(void);
/* Every other set this processor can run, for tests: index 0, 1, … until NULL. */
const cr_kernels *_Nullable cr_kernels_available(int index);

#pragma clang assume_nonnull end

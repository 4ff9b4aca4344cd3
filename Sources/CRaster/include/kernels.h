#pragma once
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#else
#define _Nullable
#define _Nonnull
#endif

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

/* How a rectangle of the destination samples a picture that lies in perspective.
 *
 * With X = origin_x + x + 1/2 and Y = origin_y + y + 1/2 a destination pixel's position is u = U / W, v = V / W, where
 * U = u_x * X + (u_y * Y + u_1) and so on: source pixels, measured from the top left corner of the tap rectangle. Each
 * is computed from X and Y alone, in doubles, in this order and without fused steps. */
typedef struct cr_projection {
    /* As in cr_sampling. */
    const void *pixels;
    ptrdiff_t stride;
    int32_t width, height;
    int32_t origin_x, origin_y;
    double u_x, u_y, u_1;
    double v_x, v_y, v_1;
    double w_x, w_y, w_1;
    /* Only destination pixels with W > 0, u0 <= u < u1 and v0 <= v < v1 are drawn; all within -16383 … 32767. */
    double u0, v0, u1, v1;
} cr_projection;

/* The order of CGBlendMode's names. */
typedef enum cr_blend_mode {
    CR_BLEND_NORMAL,
    /* One channel at a time. */
    CR_BLEND_MULTIPLY,
    CR_BLEND_SCREEN,
    CR_BLEND_OVERLAY,
    CR_BLEND_DARKEN,
    CR_BLEND_LIGHTEN,
    CR_BLEND_COLOR_DODGE,
    CR_BLEND_COLOR_BURN,
    CR_BLEND_SOFT_LIGHT,
    CR_BLEND_HARD_LIGHT,
    CR_BLEND_DIFFERENCE,
    CR_BLEND_EXCLUSION,
    /* Three at a time. */
    CR_BLEND_HUE,
    CR_BLEND_SATURATION,
    CR_BLEND_COLOR,
    CR_BLEND_LUMINOSITY,
    /* Of coverage only. */
    CR_BLEND_CLEAR,
    CR_BLEND_COPY,
    CR_BLEND_SOURCE_IN,
    CR_BLEND_SOURCE_OUT,
    CR_BLEND_SOURCE_ATOP,
    CR_BLEND_DESTINATION_OVER,
    CR_BLEND_DESTINATION_IN,
    CR_BLEND_DESTINATION_OUT,
    CR_BLEND_DESTINATION_ATOP,
    CR_BLEND_XOR,
    CR_BLEND_PLUS_DARKER,
    CR_BLEND_PLUS_LIGHTER,
    CR_BLEND_COUNT
} cr_blend_mode;

typedef enum cr_axis { CR_AXIS_HORIZONTAL, CR_AXIS_VERTICAL } cr_axis;

/* What a window reads beyond the source. */
typedef enum cr_edge {
    CR_EDGE_ZERO,   /* nothing: transparent */
    CR_EDGE_REPEAT, /* the edge pixel */
} cr_edge;

/* One pass of a box blur. Along the axis, destination pixel i is the mean of the `size` source pixels that begin with
 * number first + i; across it the two surfaces have the same size. */
typedef struct cr_box {
    cr_axis axis;
    cr_edge edge;
    int32_t size;  /* 1 … 65535 */
    int64_t first; /* may be negative */
    ptrdiff_t source_length; /* pixels of the source along the axis; at least 1 */
} cr_box;

typedef enum cr_gradient_kind { CR_GRADIENT_AXIAL, CR_GRADIENT_RADIAL, CR_GRADIENT_CONIC } cr_gradient_kind;

/* A gradient over destination pixels.
 *
 * With X and Y as in cr_projection, a pixel lies at p = p_x * X + (p_y * Y + p_1), q likewise, in a space where an axial
 * gradient runs along p from 0 to 1, a radial one from the centre to a radius of 1, a conic one once around the centre
 * from the p axis towards the q axis. Beyond 0 … 1 the end colours go on. */
typedef struct cr_gradient {
    /* `count` colours of four 16-bit channels, blue first, multiplied by alpha; a channel's whole is 255 * 256. */
    const uint16_t *table;
    int32_t count; /* 2 … 4096 */
    cr_gradient_kind kind;
    int32_t origin_x, origin_y;
    double p_x, p_y, p_1;
    double q_x, q_y, q_1;
} cr_gradient;

/* Scan-out formats, by the kernel's names. */
typedef enum cr_scan_format {
    CR_SCAN_XRGB8888,
    CR_SCAN_XBGR8888,
    CR_SCAN_RGB888, /* three bytes: blue, green, red */
    CR_SCAN_BGR888,
    CR_SCAN_RGB565,
    CR_SCAN_BGR565,
    CR_SCAN_XRGB2101010,
} cr_scan_format;

/* How a rectangle is written out. */
typedef struct cr_scan {
    cr_scan_format format;
    int32_t dither; /* whether 16-bit formats mix two levels in a pattern of 8 x 8 panel pixels */
    int32_t panel_x, panel_y; /* where the rectangle lies on the panel; only for the pattern */
} cr_scan;

typedef enum cr_rotation {
    CR_ROTATION_NONE = 0,
    CR_ROTATION_QUARTER = 1, /* clockwise: the first column of the source becomes the first row, read upwards */
    CR_ROTATION_HALF = 2,
    CR_ROTATION_THREE_QUARTER = 3,
} cr_rotation;

/* One of several layers that lie over each other: a picture, or one colour. */
typedef struct cr_layer {
    const void *_Nullable pixels; /* NULL for a colour */
    ptrdiff_t stride;
    uint32_t colour; /* of a layer without a picture; premultiplied, its alpha included */
    uint8_t alpha;   /* of a picture */
    uint8_t is_opaque; /* the picture's own alpha counts as 255 */
} cr_layer;

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
    /* The same two, for a large destination that is not read soon. Rows begin at whole pixels. */
    void (*stream_fill)(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                        uint32_t colour);
    void (*stream_copy)(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
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
    /* destination = the layers, from the first to the last, over `below`, each as over_solid, over_opaque_alpha or
     * over_alpha does it. `below` may be the destination, or NULL for `below_colour` everywhere; layers are never in the
     * destination. The destination is written once, in address order, row after row. */
    void (*over_stack)(void *destination, ptrdiff_t destination_stride, const void *_Nullable below,
                       ptrdiff_t below_stride, uint32_t below_colour, ptrdiff_t width, ptrdiff_t height,
                       const cr_layer *layers, ptrdiff_t count);
    /* destination = colour * mask over destination; the mask has one byte per pixel */
    void (*over_solid_mask)(void *destination, ptrdiff_t destination_stride, const void *mask, ptrdiff_t mask_stride,
                            ptrdiff_t width, ptrdiff_t height, uint32_t colour);
    /* destination = (source | set_bits) * (mask * alpha) over destination */
    void (*over_mask)(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
                      const void *mask, ptrdiff_t mask_stride, ptrdiff_t width, ptrdiff_t height, uint32_t set_bits,
                      uint8_t alpha);
    /* Both have one byte per pixel: destination = mask + destination * (255 - mask), what one colour laid through the one
     * and then through the other covers. */
    void (*add_coverage)(void *destination, ptrdiff_t destination_stride, const void *mask, ptrdiff_t mask_stride,
                         ptrdiff_t width, ptrdiff_t height);
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

    /* The same three through a perspective. */
    void (*project_bilinear)(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                             const cr_projection *projection, uint32_t set_bits, uint8_t alpha);
    void (*project_nearest)(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                            const cr_projection *projection, uint32_t set_bits, uint8_t alpha);
    void (*project_solid)(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                          const cr_projection *projection, uint32_t colour);

    /* destination = blend(mode, (source | set_bits) * alpha, destination | destination_bits) | destination_bits, and
     * where there is a mask, mixed with the former destination: result * mask + destination * (255 - mask). Colours must
     * not exceed their alpha. */
    void (*blend)(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
                  const void *_Nullable mask, ptrdiff_t mask_stride, ptrdiff_t width, ptrdiff_t height,
                  cr_blend_mode mode, uint32_t set_bits, uint32_t destination_bits, uint8_t alpha);
    /* destination = (source | set_bits) * colour over destination, channel by channel */
    void (*over_tint)(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
                      ptrdiff_t width, ptrdiff_t height, uint32_t set_bits, uint32_t colour);
    /* destination = destination + (source | set_bits) * colour, with saturation */
    void (*add_tint)(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
                     ptrdiff_t width, ptrdiff_t height, uint32_t set_bits, uint32_t colour);
    /* Colours times a matrix, alpha unchanged: red' = m[0] red + m[1] green + m[2] blue and so on, in 1/4096, rounded and
     * kept within 0 … alpha. */
    void (*colour_matrix)(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                          const int16_t matrix[_Nonnull 9]);
    /* destination = destination * mask + saved * (255 - mask), each channel rounded once */
    void (*restore)(void *destination, ptrdiff_t destination_stride, const void *saved, ptrdiff_t saved_stride,
                    const void *mask, ptrdiff_t mask_stride, ptrdiff_t width, ptrdiff_t height);

    /* Sizes are the destination's. A mean is rounded to nearest. */
    void (*box_blur_8)(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
                       ptrdiff_t width, ptrdiff_t height, const cr_box *box);
    void (*box_blur_32)(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
                        ptrdiff_t width, ptrdiff_t height, const cr_box *box);
    /* destination = means of 2 x 2 source pixels | set_bits; sizes are the source's, the destination's are half of them,
     * rounded up. Of an odd size the last pixel counts twice. */
    void (*halve)(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
                  ptrdiff_t source_width, ptrdiff_t source_height, uint32_t set_bits);

    /* destination = gradient * alpha over destination. The gradient's 16 bits become 8 by a pattern of 8 x 8 pixels. */
    void (*gradient)(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                     const cr_gradient *gradient, int32_t is_opaque, uint8_t alpha);

    /* Out to scan-out memory. width and height are the destination's. The destination is written in address order, row
     * after row, never read, and nothing but the rectangle is written. */
    void (*scan_out)(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
                     ptrdiff_t width, ptrdiff_t height, cr_rotation rotation, const cr_scan *scan);
} cr_kernels;

/* The fastest set this processor runs; chosen when the program is loaded, before any other code of ours. */
extern const cr_kernels *cr_chosen_kernels;
static inline const cr_kernels *cr_kernels_current(void) { return cr_chosen_kernels; }

/* The plain statement of what every other set computes. Slow. */
const cr_kernels *cr_kernels_reference(void);
/* Every other set this processor can run, for tests: index 0, 1, … until NULL. */
const cr_kernels *_Nullable cr_kernels_available(int index);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#include "pixel.h"
#include "reference.h"

static void cr_reference_fill(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                              uint32_t colour) {
    FOR_EACH_PIXEL(width, height) *reference_at(destination, destination_stride, x, y) = colour;
}

static void cr_reference_over_solid(void *destination, ptrdiff_t destination_stride, ptrdiff_t width,
                                    ptrdiff_t height, uint32_t colour) {
    FOR_EACH_PIXEL(width, height) {
        uint32_t *to = reference_at(destination, destination_stride, x, y);
        *to = reference_over(colour, *to);
    }
}

static void cr_reference_copy(void *destination, ptrdiff_t destination_stride, const void *source,
                              ptrdiff_t source_stride, ptrdiff_t width, ptrdiff_t height, uint32_t set_bits) {
    FOR_EACH_PIXEL(width, height) {
        *reference_at(destination, destination_stride, x, y) = reference_read(source, source_stride, x, y) | set_bits;
    }
}

static void cr_reference_over_opaque_alpha(void *destination, ptrdiff_t destination_stride, const void *source,
                                           ptrdiff_t source_stride, ptrdiff_t width, ptrdiff_t height, uint8_t alpha) {
    FOR_EACH_PIXEL(width, height) {
        uint32_t above = reference_multiply(reference_read(source, source_stride, x, y) | 0xFF000000u, alpha);
        uint32_t *to = reference_at(destination, destination_stride, x, y);
        *to = reference_over(above, *to);
    }
}

static void cr_reference_over(void *destination, ptrdiff_t destination_stride, const void *source,
                              ptrdiff_t source_stride, ptrdiff_t width, ptrdiff_t height) {
    FOR_EACH_PIXEL(width, height) {
        uint32_t *to = reference_at(destination, destination_stride, x, y);
        *to = reference_over(reference_read(source, source_stride, x, y), *to);
    }
}

static void cr_reference_over_alpha(void *destination, ptrdiff_t destination_stride, const void *source,
                                    ptrdiff_t source_stride, ptrdiff_t width, ptrdiff_t height, uint8_t alpha) {
    FOR_EACH_PIXEL(width, height) {
        uint32_t *to = reference_at(destination, destination_stride, x, y);
        *to = reference_over(reference_multiply(reference_read(source, source_stride, x, y), alpha), *to);
    }
}

static void cr_reference_over_solid_mask(void *destination, ptrdiff_t destination_stride, const void *mask,
                                         ptrdiff_t mask_stride, ptrdiff_t width, ptrdiff_t height, uint32_t colour) {
    FOR_EACH_PIXEL(width, height) {
        uint32_t *to = reference_at(destination, destination_stride, x, y);
        *to = reference_over(reference_multiply(colour, reference_read_8(mask, mask_stride, x, y)), *to);
    }
}

static void cr_reference_over_mask(void *destination, ptrdiff_t destination_stride, const void *source,
                                   ptrdiff_t source_stride, const void *mask, ptrdiff_t mask_stride, ptrdiff_t width,
                                   ptrdiff_t height, uint32_t set_bits, uint8_t alpha) {
    FOR_EACH_PIXEL(width, height) {
        uint32_t *to = reference_at(destination, destination_stride, x, y);
        uint32_t part = reference_multiply_byte(reference_read_8(mask, mask_stride, x, y), alpha);
        *to = reference_over(reference_multiply(reference_read(source, source_stride, x, y) | set_bits, part), *to);
    }
}

static void cr_reference_multiply_mask(void *destination, ptrdiff_t destination_stride, const void *mask,
                                       ptrdiff_t mask_stride, ptrdiff_t width, ptrdiff_t height) {
    FOR_EACH_PIXEL(width, height) {
        uint32_t *to = reference_at(destination, destination_stride, x, y);
        *to = reference_multiply(*to, reference_read_8(mask, mask_stride, x, y));
    }
}

static void cr_reference_multiply_alpha(void *destination, ptrdiff_t destination_stride, const void *source,
                                        ptrdiff_t source_stride, ptrdiff_t width, ptrdiff_t height) {
    FOR_EACH_PIXEL(width, height) {
        uint32_t *to = reference_at(destination, destination_stride, x, y);
        *to = reference_multiply(*to, reference_read(source, source_stride, x, y) >> 24);
    }
}

static void cr_reference_add_coverage(void *destination, ptrdiff_t destination_stride, const void *mask,
                                      ptrdiff_t mask_stride, ptrdiff_t width, ptrdiff_t height) {
    FOR_EACH_PIXEL(width, height) {
        uint8_t *to = (uint8_t *)destination + y * destination_stride + x;
        uint8_t added = reference_read_8(mask, mask_stride, x, y);
        *to = (uint8_t)(added + reference_multiply_byte(*to, (uint8_t)(255 - added)));
    }
}

static void cr_reference_over_stack(void *destination, ptrdiff_t destination_stride, const void *below,
                                    ptrdiff_t below_stride, uint32_t below_colour, ptrdiff_t width, ptrdiff_t height,
                                    const cr_layer *layers, ptrdiff_t count) {
    if (!below) {
        cr_reference_fill(destination, destination_stride, width, height, below_colour);
    } else if (below != destination) {
        cr_reference_copy(destination, destination_stride, below, below_stride, width, height, 0);
    }
    for (ptrdiff_t k = 0; k < count; k++) {
        const cr_layer *layer = layers + k;
        if (!layer->pixels) {
            cr_reference_over_solid(destination, destination_stride, width, height, layer->colour);
        } else if (layer->is_opaque) {
            cr_reference_over_opaque_alpha(destination, destination_stride, layer->pixels, layer->stride, width, height,
                                           layer->alpha);
        } else {
            cr_reference_over_alpha(destination, destination_stride, layer->pixels, layer->stride, width, height,
                                    layer->alpha);
        }
    }
}

const cr_kernels *cr_kernels_reference(void) {
    static const cr_kernels reference = {
        .name = "reference",
        .fill = cr_reference_fill,
        .over_solid = cr_reference_over_solid,
        .copy = cr_reference_copy,
        .stream_fill = cr_reference_fill,
        .stream_copy = cr_reference_copy,
        .over_stack = cr_reference_over_stack,
        .over_opaque_alpha = cr_reference_over_opaque_alpha,
        .over = cr_reference_over,
        .over_alpha = cr_reference_over_alpha,
        .over_solid_mask = cr_reference_over_solid_mask,
        .over_mask = cr_reference_over_mask,
        .add_coverage = cr_reference_add_coverage,
        .multiply_mask = cr_reference_multiply_mask,
        .multiply_alpha = cr_reference_multiply_alpha,
        .sample_bilinear = cr_reference_sample_bilinear,
        .sample_nearest = cr_reference_sample_nearest,
        .sample_solid = cr_reference_sample_solid,
        .project_bilinear = cr_reference_project_bilinear,
        .project_nearest = cr_reference_project_nearest,
        .project_solid = cr_reference_project_solid,
        .blend = cr_reference_blend,
        .over_tint = cr_reference_over_tint,
        .add_tint = cr_reference_add_tint,
        .colour_matrix = cr_reference_colour_matrix,
        .restore = cr_reference_restore,
        .box_blur_8 = cr_reference_box_blur_8,
        .box_blur_32 = cr_reference_box_blur_32,
        .halve = cr_reference_halve,
        .gradient = cr_reference_gradient,
        .scan_out = cr_reference_scan_out,
    };
    return &reference;
}

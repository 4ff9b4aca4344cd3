#pragma once
#include "kernels.h"

void cr_reference_sample_bilinear(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                                  const cr_sampling *sampling, uint32_t set_bits, uint8_t alpha);
void cr_reference_sample_nearest(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                                 const cr_sampling *sampling, uint32_t set_bits, uint8_t alpha);
void cr_reference_sample_solid(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                               const cr_sampling *sampling, uint32_t colour);
void cr_reference_project_bilinear(void *destination, ptrdiff_t destination_stride, ptrdiff_t width,
                                   ptrdiff_t height, const cr_projection *projection, uint32_t set_bits,
                                   uint8_t alpha);
void cr_reference_project_nearest(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                                  const cr_projection *projection, uint32_t set_bits, uint8_t alpha);
void cr_reference_project_solid(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                                const cr_projection *projection, uint32_t colour);
void cr_reference_blend(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
                        const void *mask, ptrdiff_t mask_stride, ptrdiff_t width, ptrdiff_t height,
                        cr_blend_mode mode, uint32_t set_bits, uint32_t destination_bits, uint8_t alpha);
void cr_reference_over_tint(void *destination, ptrdiff_t destination_stride, const void *source,
                            ptrdiff_t source_stride, ptrdiff_t width, ptrdiff_t height, uint32_t set_bits,
                            uint32_t colour);
void cr_reference_add_tint(void *destination, ptrdiff_t destination_stride, const void *source,
                           ptrdiff_t source_stride, ptrdiff_t width, ptrdiff_t height, uint32_t set_bits,
                           uint32_t colour);
void cr_reference_colour_matrix(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                                const int16_t matrix[9]);
void cr_reference_restore(void *destination, ptrdiff_t destination_stride, const void *saved, ptrdiff_t saved_stride,
                          const void *mask, ptrdiff_t mask_stride, ptrdiff_t width, ptrdiff_t height);
void cr_reference_box_blur_8(void *destination, ptrdiff_t destination_stride, const void *source,
                             ptrdiff_t source_stride, ptrdiff_t width, ptrdiff_t height, const cr_box *box);
void cr_reference_box_blur_32(void *destination, ptrdiff_t destination_stride, const void *source,
                              ptrdiff_t source_stride, ptrdiff_t width, ptrdiff_t height, const cr_box *box);
void cr_reference_halve(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
                        ptrdiff_t source_width, ptrdiff_t source_height, uint32_t set_bits);
void cr_reference_gradient(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                           const cr_gradient *gradient, int32_t is_opaque, uint8_t alpha);
void cr_reference_scan_out(void *destination, ptrdiff_t destination_stride, const void *source,
                           ptrdiff_t source_stride, ptrdiff_t width, ptrdiff_t height, cr_rotation rotation,
                           const cr_scan *scan);

#pragma once
#include "kernels.h"

void cr_reference_sample_bilinear(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                                  const cr_sampling *sampling, uint32_t set_bits, uint8_t alpha);
void cr_reference_sample_nearest(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                                 const cr_sampling *sampling, uint32_t set_bits, uint8_t alpha);
void cr_reference_sample_solid(void *destination, ptrdiff_t destination_stride, ptrdiff_t width, ptrdiff_t height,
                               const cr_sampling *sampling, uint32_t colour);
void cr_reference_scan_out_32(void *destination, ptrdiff_t destination_stride, const void *source,
                              ptrdiff_t source_stride, ptrdiff_t width, ptrdiff_t height, cr_rotation rotation);
void cr_reference_scan_out_565(void *destination, ptrdiff_t destination_stride, const void *source,
                               ptrdiff_t source_stride, ptrdiff_t width, ptrdiff_t height, cr_rotation rotation);

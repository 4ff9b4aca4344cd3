/*
 * The kernels, written once over the operations that a file in lanes/ supplies for one instruction set. Included by one
 * source file per set, so every function here is static.
 *
 * A lanes file supplies: LANES (pixels handled at once), px (LANES pixels), factor (one 8-bit factor per pixel), and
 *   px_load/_store, px_load_partial/_store_partial (n pixels, 0 < n < LANES: no byte beyond them is touched),
 *   px_splat, px_add (saturating), px_multiply, px_set_bits, px_reverse, px_coverage,
 *   px_store_565/_partial, px_alpha, factor_splat, factor_load/_partial, factor_multiply, factor_invert,
 *   factor_coverage, ramp/ramp_make, px_bilinear, px_nearest and their _clamped forms (every lane may be used and every
 *   address read is inside the tap rectangle), transpose_4x4.
 */
#include "../formulas.h"
#include "../patterns.h"
#include "common.h"
#include "blend.h"
#include "blend_mode.h"
#include "colour.h"
#include "gradient.h"
#include "stack.h"
#include "mask.h"
#include "sample.h"
#include "project.h"
#include "blur.h"
#include "scan_out.h"

#define CR_KERNELS(set_name)                                                                                        \
    {                                                                                                               \
        .name = set_name, .fill = fill, .over_solid = over_solid, .copy = copy,                                     \
        .stream_fill = stream_fill, .stream_copy = stream_copy, .over_stack = over_stack,                           \
        .over_opaque_alpha = over_opaque_alpha, .over = over, .over_alpha = over_alpha,                             \
        .over_solid_mask = over_solid_mask, .over_mask = over_mask, .multiply_mask = multiply_mask,                 \
        .add_coverage = add_coverage,                                                                               \
        .multiply_alpha = multiply_alpha, .sample_bilinear = sample_bilinear, .sample_nearest = sample_nearest,     \
        .sample_solid = sample_solid, .project_bilinear = project_bilinear, .project_nearest = project_nearest,     \
        .project_solid = project_solid, .blend = blend, .over_tint = over_tint, .add_tint = add_tint,               \
        .colour_matrix = colour_matrix, .restore = restore, .box_blur_8 = box_blur_8, .box_blur_32 = box_blur_32,   \
        .halve = halve, .gradient = gradient, .scan_out = scan_out,                                                 \
    }

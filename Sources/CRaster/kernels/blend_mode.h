/* The kernel of blend modes: one loop per mode. */

LANE_FUNCTION wide wide_pick(wide truth, wide a, wide b) { return (a & truth) | (b & ~truth); }

/* In 16 bits, which hold 255 * 255. */
LANE_FUNCTION px blend_separable(cr_blend_mode mode, px above, px below) {
    wide s = wide_of(above), d = wide_of(below);
    wide sa = wide_of_factor(px_alpha(above)), da = wide_of_factor(px_alpha(below));
    wide product = s * d, s_whole = s * da, d_whole = d * sa, both;
    switch (mode) {
    case CR_BLEND_MULTIPLY: both = product; break;
    case CR_BLEND_SCREEN: both = s_whole + d_whole - product; break;
    case CR_BLEND_OVERLAY:
        both = wide_pick((wide)(d + d <= da), product + product, sa * da - 2 * ((sa - s) * (da - d)));
        break;
    case CR_BLEND_HARD_LIGHT:
        both = wide_pick((wide)(s + s <= sa), product + product, sa * da - 2 * ((sa - s) * (da - d)));
        break;
    case CR_BLEND_DARKEN: both = wide_pick((wide)(s_whole < d_whole), s_whole, d_whole); break;
    case CR_BLEND_LIGHTEN: both = wide_pick((wide)(s_whole > d_whole), s_whole, d_whole); break;
    default:
        both = mode == CR_BLEND_DIFFERENCE
                   ? wide_pick((wide)(s_whole > d_whole), s_whole - d_whole, d_whole - s_whole)
                   : s_whole + d_whole - 2 * product;
        /* Alpha with alpha is their product in every mode, but these two make it 0. */
        both |= product & (wide)(wide_of(px_splat(0xFF000000u)) > 0);
    }
    wide t = s * (255 - da) + d * (255 - sa) + both + 128;
    return px_of((t + (t >> 8)) >> 8);
}

LANE_FUNCTION px blend_float(cr_blend_mode mode, px above, px below) {
    planes upper = planes_of(above), lower = planes_of(below), result;
    cr_real s[4], d[4], both[4];
    for (int k = 0; k < 4; k++) {
        s[k] = __builtin_convertvector(upper.channel[k], cr_real) * (1 / 255.0f);
        d[k] = __builtin_convertvector(lower.channel[k], cr_real) * (1 / 255.0f);
    }
    cr_real sa = s[3], da = d[3], limit = sa * da;
    both[3] = limit;
    if (mode == CR_BLEND_COLOR_DODGE || mode == CR_BLEND_COLOR_BURN || mode == CR_BLEND_SOFT_LIGHT) {
        for (int k = 0; k < 3; k++) {
            both[k] = mode == CR_BLEND_COLOR_DODGE  ? cr_color_dodge(s[k], sa, d[k], da)
                      : mode == CR_BLEND_COLOR_BURN ? cr_color_burn(s[k], sa, d[k], da)
                                                    : cr_soft_light(s[k], sa, d[k], da);
        }
    } else {
        cr_colour source = {s[2] * da, s[1] * da, s[0] * da}, backdrop = {d[2] * sa, d[1] * sa, d[0] * sa};
        cr_colour mixed = mode == CR_BLEND_HUE          ? cr_hue_mode(source, backdrop, limit)
                          : mode == CR_BLEND_SATURATION ? cr_saturation_mode(source, backdrop, limit)
                          : mode == CR_BLEND_COLOR      ? cr_color_mode(source, backdrop, limit)
                                                        : cr_luminosity_mode(source, backdrop, limit);
        both[0] = mixed.blue;
        both[1] = mixed.green;
        both[2] = mixed.red;
    }
    for (int k = 0; k < 4; k++) {
        result.channel[k] =
            __builtin_convertvector(cr_byte_value(s[k] * (1 - da) + d[k] * (1 - sa) + both[k]), whole);
    }
    whole alpha = result.channel[3];
    for (int k = 0; k < 3; k++) {
        result.channel[k] = whole_pick(result.channel[k] < alpha, result.channel[k], alpha);
    }
    return px_of_planes(result);
}

LANE_FUNCTION px blend_plus_darker(px above, px below) {
    typedef int16_t wide_signed __attribute__((vector_size(LANES * 8)));
    wide_signed s = (wide_signed)wide_of(above), d = (wide_signed)wide_of(below);
    wide_signed sum = (wide_signed)wide_of_factor(px_alpha(above)) + (wide_signed)wide_of_factor(px_alpha(below));
    wide_signed alpha = (wide_signed)wide_pick((wide)(sum < 255), (wide)sum, (wide){0} + 255);
    wide_signed value = alpha - sum + s + d;
    value = (wide_signed)wide_pick((wide)(value > 0), (wide)value, (wide){0});
    return px_of(wide_pick((wide)(value < 255), (wide)value, (wide){0} + 255));
}

LANE_FUNCTION px blend_pixels(cr_blend_mode mode, px s, px d) {
    factor sa = px_alpha(s), da = px_alpha(d);
    switch (mode) {
    case CR_BLEND_NORMAL: return blend_over(s, d);
    case CR_BLEND_CLEAR: return px_splat(0);
    case CR_BLEND_COPY: return s;
    case CR_BLEND_SOURCE_IN: return px_multiply(s, da);
    case CR_BLEND_SOURCE_OUT: return px_multiply(s, factor_invert(da));
    case CR_BLEND_SOURCE_ATOP: return px_add(px_multiply(s, da), px_multiply(d, factor_invert(sa)));
    case CR_BLEND_DESTINATION_OVER: return px_add(px_multiply(s, factor_invert(da)), d);
    case CR_BLEND_DESTINATION_IN: return px_multiply(d, sa);
    case CR_BLEND_DESTINATION_OUT: return px_multiply(d, factor_invert(sa));
    case CR_BLEND_DESTINATION_ATOP: return px_add(px_multiply(s, factor_invert(da)), px_multiply(d, sa));
    case CR_BLEND_XOR: return px_add(px_multiply(s, factor_invert(da)), px_multiply(d, factor_invert(sa)));
    case CR_BLEND_PLUS_DARKER: return blend_plus_darker(s, d);
    case CR_BLEND_PLUS_LIGHTER: return px_add(s, d);
    case CR_BLEND_COLOR_DODGE:
    case CR_BLEND_COLOR_BURN:
    case CR_BLEND_SOFT_LIGHT:
    case CR_BLEND_HUE:
    case CR_BLEND_SATURATION:
    case CR_BLEND_COLOR:
    case CR_BLEND_LUMINOSITY: return blend_float(mode, s, d);
    default: return blend_separable(mode, s, d);
    }
}

/* Whether nothing over the destination leaves it as it is. */
LANE_FUNCTION int blend_is_bounded(cr_blend_mode mode) {
    return mode != CR_BLEND_CLEAR && mode != CR_BLEND_COPY && mode != CR_BLEND_SOURCE_IN &&
           mode != CR_BLEND_SOURCE_OUT && mode != CR_BLEND_DESTINATION_IN && mode != CR_BLEND_DESTINATION_ATOP;
}

typedef struct blend_call {
    void *destination;
    const void *source, *mask;
    ptrdiff_t destination_stride, source_stride, mask_stride, width, height;
    uint32_t set_bits, destination_bits;
    uint8_t alpha;
} blend_call;

LANE_FUNCTION void blend_rows(const blend_call *call, cr_blend_mode mode) {
    factor all = factor_splat(call->alpha);
    uint32_t set_bits = call->set_bits, destination_bits = call->destination_bits;
    FOR_EACH_ROW(call->height) {
        uint32_t *to = row_32(call->destination, call->destination_stride, y);
        const uint32_t *from = const_row_32(call->source, call->source_stride, y);
        const uint8_t *cover = call->mask ? const_row_8(call->mask, call->mask_stride, y) : NULL;
        for (ptrdiff_t x = 0; x < call->width; x += LANES) {
            ptrdiff_t left = call->width - x;
            int is_whole = left >= LANES;
            px above = px_set_bits(is_whole ? px_load(from + x) : px_load_partial(from + x, (int)left), set_bits);
            if (blend_is_bounded(mode) && destination_bits == 0 && px_coverage(above) == COVERAGE_NONE) continue;
            above = px_multiply(above, all);
            px below = is_whole ? px_load(to + x) : px_load_partial(to + x, (int)left);
            below = px_set_bits(below, destination_bits);
            px result = px_set_bits(blend_pixels(mode, above, below), destination_bits);
            if (cover) {
                factor part = is_whole ? factor_load(cover + x) : factor_load_partial(cover + x, (int)left);
                result = px_mix(result, below, part);
            }
            if (is_whole) {
                px_store(to + x, result);
            } else {
                px_store_partial(to + x, result, (int)left);
            }
        }
    }
}

#define BLEND_LOOP(name, mode)                                                                                      \
    static __attribute__((noinline)) void name(const blend_call *call) { blend_rows(call, mode); }

BLEND_LOOP(blend_normal, CR_BLEND_NORMAL)
BLEND_LOOP(blend_multiply, CR_BLEND_MULTIPLY)
BLEND_LOOP(blend_screen, CR_BLEND_SCREEN)
BLEND_LOOP(blend_overlay, CR_BLEND_OVERLAY)
BLEND_LOOP(blend_darken, CR_BLEND_DARKEN)
BLEND_LOOP(blend_lighten, CR_BLEND_LIGHTEN)
BLEND_LOOP(blend_color_dodge, CR_BLEND_COLOR_DODGE)
BLEND_LOOP(blend_color_burn, CR_BLEND_COLOR_BURN)
BLEND_LOOP(blend_soft_light, CR_BLEND_SOFT_LIGHT)
BLEND_LOOP(blend_hard_light, CR_BLEND_HARD_LIGHT)
BLEND_LOOP(blend_difference, CR_BLEND_DIFFERENCE)
BLEND_LOOP(blend_exclusion, CR_BLEND_EXCLUSION)
BLEND_LOOP(blend_hue, CR_BLEND_HUE)
BLEND_LOOP(blend_saturation, CR_BLEND_SATURATION)
BLEND_LOOP(blend_color, CR_BLEND_COLOR)
BLEND_LOOP(blend_luminosity, CR_BLEND_LUMINOSITY)
BLEND_LOOP(blend_clear, CR_BLEND_CLEAR)
BLEND_LOOP(blend_copy, CR_BLEND_COPY)
BLEND_LOOP(blend_source_in, CR_BLEND_SOURCE_IN)
BLEND_LOOP(blend_source_out, CR_BLEND_SOURCE_OUT)
BLEND_LOOP(blend_source_atop, CR_BLEND_SOURCE_ATOP)
BLEND_LOOP(blend_destination_over, CR_BLEND_DESTINATION_OVER)
BLEND_LOOP(blend_destination_in, CR_BLEND_DESTINATION_IN)
BLEND_LOOP(blend_destination_out, CR_BLEND_DESTINATION_OUT)
BLEND_LOOP(blend_destination_atop, CR_BLEND_DESTINATION_ATOP)
BLEND_LOOP(blend_xor, CR_BLEND_XOR)
BLEND_LOOP(blend_darker, CR_BLEND_PLUS_DARKER)
BLEND_LOOP(blend_lighter, CR_BLEND_PLUS_LIGHTER)

static void blend(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
                  const void *mask, ptrdiff_t mask_stride, ptrdiff_t width, ptrdiff_t height, cr_blend_mode mode,
                  uint32_t set_bits, uint32_t destination_bits, uint8_t alpha) {
    static void (*const loops[CR_BLEND_COUNT])(const blend_call *) = {
        blend_normal, blend_multiply, blend_screen, blend_overlay, blend_darken, blend_lighten, blend_color_dodge,
        blend_color_burn, blend_soft_light, blend_hard_light, blend_difference, blend_exclusion, blend_hue,
        blend_saturation, blend_color, blend_luminosity, blend_clear, blend_copy, blend_source_in, blend_source_out,
        blend_source_atop, blend_destination_over, blend_destination_in, blend_destination_out,
        blend_destination_atop, blend_xor, blend_darker, blend_lighter};
    if (!mask && destination_bits == 0) {
        /* What other kernels do too, and faster. */
        if (mode == CR_BLEND_NORMAL) {
            if (set_bits) {
                over_opaque_alpha(destination, destination_stride, source, source_stride, width, height, alpha);
            } else {
                over_alpha(destination, destination_stride, source, source_stride, width, height, alpha);
            }
            return;
        }
        if (mode == CR_BLEND_CLEAR) {
            fill(destination, destination_stride, width, height, 0);
            return;
        }
        if (mode == CR_BLEND_COPY && alpha == 255) {
            copy(destination, destination_stride, source, source_stride, width, height, set_bits);
            return;
        }
    }
    blend_call call = {destination, source, mask, destination_stride, source_stride, mask_stride, width, height,
                       set_bits, destination_bits, alpha};
    if ((unsigned)mode < CR_BLEND_COUNT) loops[mode](&call);
}

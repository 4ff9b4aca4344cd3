#include "../formulas.h"
#include "pixel.h"
#include "reference.h"

/* MARK: Coverage only (Porter and Duff): source and destination, each times a factor */

static uint32_t sum(uint32_t a, uint32_t b) {
    uint32_t result = 0;
    for (int shift = 0; shift < 32; shift += 8) {
        uint32_t channel = (a >> shift & 255) + (b >> shift & 255);
        result |= (channel > 255 ? 255 : channel) << shift;
    }
    return result;
}

static uint32_t combined(uint32_t s, uint32_t source_factor, uint32_t d, uint32_t destination_factor) {
    return sum(reference_multiply(s, source_factor), reference_multiply(d, destination_factor));
}

/* MARK: One channel at a time
 *
 * s (1 - da) + d (1 - sa) + sa da B(s / sa, d / da), in 1/255 of a byte. Sixteen bits hold it for all colours that do
 * not exceed their alpha; others give some colour, the same one in every set. */

static uint16_t separable(cr_blend_mode mode, uint16_t s, uint16_t sa, uint16_t d, uint16_t da) {
    uint16_t product = (uint16_t)(s * d), whole = (uint16_t)(sa * da);
    uint16_t s_whole = (uint16_t)(s * da), d_whole = (uint16_t)(d * sa);
    uint16_t twice = (uint16_t)(2 * product);
    uint16_t far = (uint16_t)(whole - 2 * (uint16_t)((uint16_t)(sa - s) * (uint16_t)(da - d)));
    switch (mode) {
    case CR_BLEND_MULTIPLY: return product;
    case CR_BLEND_SCREEN: return (uint16_t)(s_whole + d_whole - product);
    case CR_BLEND_OVERLAY: return (uint16_t)(2 * d) <= da ? twice : far;
    case CR_BLEND_HARD_LIGHT: return (uint16_t)(2 * s) <= sa ? twice : far;
    case CR_BLEND_DARKEN: return s_whole < d_whole ? s_whole : d_whole;
    case CR_BLEND_LIGHTEN: return s_whole > d_whole ? s_whole : d_whole;
    case CR_BLEND_DIFFERENCE:
        return s_whole > d_whole ? (uint16_t)(s_whole - d_whole) : (uint16_t)(d_whole - s_whole);
    default: return (uint16_t)(s_whole + d_whole - 2 * product); /* exclusion */
    }
}

static uint32_t blend_separable(cr_blend_mode mode, uint32_t above, uint32_t below) {
    uint32_t result = 0;
    uint16_t sa = (uint16_t)(above >> 24), da = (uint16_t)(below >> 24);
    for (int shift = 0; shift < 32; shift += 8) {
        uint16_t s = above >> shift & 255, d = below >> shift & 255;
        /* Alpha blends with alpha to their product, whatever the mode. */
        uint16_t both = shift == 24 ? (uint16_t)(sa * da) : separable(mode, s, sa, d, da);
        uint16_t t = (uint16_t)(s * (uint16_t)(255 - da) + d * (uint16_t)(255 - sa) + both + 128);
        result |= (uint32_t)((uint16_t)(t + (t >> 8)) >> 8) << shift;
    }
    return result;
}

/* MARK: In floating point */

static uint32_t blend_float(cr_blend_mode mode, uint32_t above, uint32_t below) {
    float s[4], d[4], both[4];
    for (int k = 0; k < 4; k++) {
        s[k] = (float)(above >> 8 * k & 255) * (1 / 255.0f);
        d[k] = (float)(below >> 8 * k & 255) * (1 / 255.0f);
    }
    float sa = s[3], da = d[3], limit = sa * da;
    cr_colour source = {s[2] * da, s[1] * da, s[0] * da}, backdrop = {d[2] * sa, d[1] * sa, d[0] * sa};
    cr_colour mixed = {0, 0, 0};
    switch (mode) {
    case CR_BLEND_HUE: mixed = cr_hue_mode(source, backdrop, limit); break;
    case CR_BLEND_SATURATION: mixed = cr_saturation_mode(source, backdrop, limit); break;
    case CR_BLEND_COLOR: mixed = cr_color_mode(source, backdrop, limit); break;
    case CR_BLEND_LUMINOSITY: mixed = cr_luminosity_mode(source, backdrop, limit); break;
    default: break;
    }
    both[0] = mixed.blue;
    both[1] = mixed.green;
    both[2] = mixed.red;
    both[3] = limit;
    for (int k = 0; k < 3; k++) {
        if (mode == CR_BLEND_COLOR_DODGE) both[k] = cr_color_dodge(s[k], sa, d[k], da);
        if (mode == CR_BLEND_COLOR_BURN) both[k] = cr_color_burn(s[k], sa, d[k], da);
        if (mode == CR_BLEND_SOFT_LIGHT) both[k] = cr_soft_light(s[k], sa, d[k], da);
    }
    uint32_t alpha = (uint32_t)cr_byte_value(s[3] * (1 - da) + d[3] * (1 - sa) + both[3]), result = alpha << 24;
    for (int k = 0; k < 3; k++) {
        uint32_t channel = (uint32_t)cr_byte_value(s[k] * (1 - da) + d[k] * (1 - sa) + both[k]);
        result |= (channel < alpha ? channel : alpha) << 8 * k;
    }
    return result;
}

/* 1 - ((1 - d) + (1 - s)), with both as opaque as the result. */
static uint32_t plus_darker(uint32_t above, uint32_t below) {
    int sa = (int)(above >> 24), da = (int)(below >> 24), alpha = sa + da > 255 ? 255 : sa + da;
    uint32_t result = (uint32_t)alpha << 24;
    for (int shift = 0; shift < 24; shift += 8) {
        int channel = alpha - (sa - (int)(above >> shift & 255)) - (da - (int)(below >> shift & 255));
        result |= (uint32_t)(channel < 0 ? 0 : channel > 255 ? 255 : channel) << shift;
    }
    return result;
}

static uint32_t blended(cr_blend_mode mode, uint32_t s, uint32_t d) {
    uint32_t sa = s >> 24, da = d >> 24;
    switch (mode) {
    case CR_BLEND_NORMAL: return reference_over(s, d);
    case CR_BLEND_CLEAR: return 0;
    case CR_BLEND_COPY: return s;
    case CR_BLEND_SOURCE_IN: return reference_multiply(s, da);
    case CR_BLEND_SOURCE_OUT: return reference_multiply(s, 255 - da);
    case CR_BLEND_SOURCE_ATOP: return combined(s, da, d, 255 - sa);
    case CR_BLEND_DESTINATION_OVER: return combined(s, 255 - da, d, 255);
    case CR_BLEND_DESTINATION_IN: return reference_multiply(d, sa);
    case CR_BLEND_DESTINATION_OUT: return reference_multiply(d, 255 - sa);
    case CR_BLEND_DESTINATION_ATOP: return combined(s, 255 - da, d, sa);
    case CR_BLEND_XOR: return combined(s, 255 - da, d, 255 - sa);
    case CR_BLEND_PLUS_DARKER: return plus_darker(s, d);
    case CR_BLEND_PLUS_LIGHTER: return sum(s, d);
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

void cr_reference_blend(void *destination, ptrdiff_t destination_stride, const void *source, ptrdiff_t source_stride,
                        const void *mask, ptrdiff_t mask_stride, ptrdiff_t width, ptrdiff_t height,
                        cr_blend_mode mode, uint32_t set_bits, uint32_t destination_bits, uint8_t alpha) {
    FOR_EACH_PIXEL(width, height) {
        uint32_t *to = reference_at(destination, destination_stride, x, y);
        uint32_t below = *to | destination_bits;
        uint32_t above = reference_multiply(reference_read(source, source_stride, x, y) | set_bits, alpha);
        uint32_t result = blended(mode, above, below) | destination_bits;
        if (mask) result = reference_mix(result, below, reference_read_8(mask, mask_stride, x, y));
        *to = result;
    }
}

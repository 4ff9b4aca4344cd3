#pragma once

/*
 * Formulas in floating point that every set computes in the same order of operations, so that all agree to the last bit:
 * IEEE arithmetic without fused steps is the same everywhere, and this file is where it must not be fused.
 */
#if defined(__clang__)
#pragma clang fp contract(off)
#endif

#define CR_FORMULA static inline __attribute__((always_inline))

/* MARK: Blending one channel
 *
 * s and d are source and destination multiplied by their alphas sa and da, all 0 … 1. Each gives sa * da * B(s / sa,
 * d / da) of the PDF reference's blend function B. */

CR_FORMULA float cr_color_dodge(float s, float sa, float d, float da) {
    float whole = sa * da, room = sa - s;
    float value = sa * sa * d / (room > 0 ? room : 1);
    float result = room > 0 && value < whole ? value : whole;
    return d > 0 ? result : 0;
}

CR_FORMULA float cr_color_burn(float s, float sa, float d, float da) {
    float whole = sa * da;
    float value = whole - sa * sa * (da - d) / (s > 0 ? s : 1);
    float result = s > 0 && value > 0 ? value : 0;
    return d < da ? result : whole;
}

CR_FORMULA float cr_soft_light(float s, float sa, float d, float da) {
    float safe = da > 0 ? da : 1;
    float x = d / safe, rise = 2 * s - sa;
    float dark = d * (sa + rise * (1 - x));
    float curve = x <= 0.25f ? ((16 * x - 12) * x + 4) * x : __builtin_sqrtf(x);
    float light = sa * d + rise * (da * curve - d);
    return rise <= 0 ? dark : light;
}

/* MARK: Blending three channels
 *
 * Colours are scaled to a whole of `limit`; the same functions as in the PDF reference, which are linear in it. */

typedef struct cr_colour {
    float red, green, blue;
} cr_colour;

CR_FORMULA float cr_minimum(float a, float b) { return a < b ? a : b; }
CR_FORMULA float cr_maximum(float a, float b) { return a > b ? a : b; }
CR_FORMULA float cr_lowest(cr_colour c) { return cr_minimum(cr_minimum(c.red, c.green), c.blue); }
CR_FORMULA float cr_highest(cr_colour c) { return cr_maximum(cr_maximum(c.red, c.green), c.blue); }
CR_FORMULA float cr_luminosity(cr_colour c) { return 0.3f * c.red + 0.59f * c.green + 0.11f * c.blue; }

CR_FORMULA cr_colour cr_spread_from(cr_colour c, float centre, float factor) {
    return (cr_colour){centre + (c.red - centre) * factor, centre + (c.green - centre) * factor,
                       centre + (c.blue - centre) * factor};
}

CR_FORMULA cr_colour cr_with_luminosity(cr_colour c, float luminosity, float limit) {
    float shift = luminosity - cr_luminosity(c);
    c = (cr_colour){c.red + shift, c.green + shift, c.blue + shift};
    float centre = cr_luminosity(c), low = cr_lowest(c);
    float below = centre - low;
    c = cr_spread_from(c, centre, low < 0 && below > 0 ? centre / (below > 0 ? below : 1) : 1);
    float high = cr_highest(c), above = high - centre;
    return cr_spread_from(c, centre, high > limit && above > 0 ? (limit - centre) / (above > 0 ? above : 1) : 1);
}

CR_FORMULA cr_colour cr_with_saturation(cr_colour c, float saturation) {
    float low = cr_lowest(c), range = cr_highest(c) - low;
    float factor = range > 0 ? saturation / (range > 0 ? range : 1) : 0;
    return (cr_colour){(c.red - low) * factor, (c.green - low) * factor, (c.blue - low) * factor};
}

CR_FORMULA float cr_saturation(cr_colour c) { return cr_highest(c) - cr_lowest(c); }

CR_FORMULA cr_colour cr_hue_mode(cr_colour s, cr_colour d, float limit) {
    return cr_with_luminosity(cr_with_saturation(s, cr_saturation(d)), cr_luminosity(d), limit);
}

CR_FORMULA cr_colour cr_saturation_mode(cr_colour s, cr_colour d, float limit) {
    return cr_with_luminosity(cr_with_saturation(d, cr_saturation(s)), cr_luminosity(d), limit);
}

CR_FORMULA cr_colour cr_color_mode(cr_colour s, cr_colour d, float limit) {
    return cr_with_luminosity(s, cr_luminosity(d), limit);
}

CR_FORMULA cr_colour cr_luminosity_mode(cr_colour s, cr_colour d, float limit) {
    return cr_with_luminosity(d, cr_luminosity(s), limit);
}

/* A channel of 0 … 1 as a byte. */
CR_FORMULA unsigned cr_byte(float value) {
    float scaled = value * 255 + 0.5f;
    scaled = scaled > 0 ? scaled : 0;
    return (unsigned)(int)(scaled < 255 ? scaled : 255);
}

CR_FORMULA float cr_part(unsigned byte) { return (float)(int)byte * (1 / 255.0f); }

/* MARK: Gradients */

CR_FORMULA float cr_clamp_unit(float t) {
    t = t > 0 ? t : 0; /* a NaN becomes 0 */
    return t < 1 ? t : 1;
}

/* The direction of (p, q) in turns, 0 … 1; right to 3e-7 of a turn. */
CR_FORMULA float cr_turns(float p, float q) {
    float a = __builtin_fabsf(p), b = __builtin_fabsf(q);
    float high = cr_maximum(a, b), low = cr_minimum(a, b);
    float r = low / (high > 0 ? high : 1);
    float s = r * r;
    float t = -0.001865155960f;
    t = t * s + 0.008379082194f;
    t = t * s - 0.018529849669f;
    t = t * s + 0.030802909648f;
    t = t * s - 0.052938568293f;
    t = t * s + 0.159151317517f;
    t = t * r;
    t = b > a ? 0.25f - t : t;
    t = p < 0 ? 0.5f - t : t;
    return q < 0 ? 1 - t : t;
}

CR_FORMULA int cr_gradient_index(float t, float last) { return (int)(cr_clamp_unit(t) * last + 0.5f); }

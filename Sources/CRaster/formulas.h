#pragma once

/*
 * Formulas in floating point, for one number or for one number per pixel of a group: the file that includes this may
 * have defined CR_REAL and the rest as vectors. The order of operations is the same for both, and IEEE arithmetic without
 * fused steps is the same everywhere, so that every set agrees with the reference to the last bit. From here on nothing
 * is fused.
 */
#if defined(__clang__)
#pragma clang fp contract(off)
#endif

#define CR_FORMULA static inline __attribute__((always_inline))

#ifndef CR_REAL_IS_VECTOR
typedef float cr_real;
typedef int cr_truth;
CR_FORMULA cr_real cr_pick(cr_truth truth, cr_real a, cr_real b) { return truth ? a : b; }
CR_FORMULA cr_real cr_all(float value) { return value; }
CR_FORMULA cr_real cr_square_root(cr_real value) { return __builtin_sqrtf(value); }
#endif

CR_FORMULA cr_real cr_minimum(cr_real a, cr_real b) { return cr_pick(a < b, a, b); }
CR_FORMULA cr_real cr_maximum(cr_real a, cr_real b) { return cr_pick(a > b, a, b); }
/* What is safe to divide by: 1 where the value is not positive, for a quotient that is then not used. */
CR_FORMULA cr_real cr_divisor(cr_real value) { return cr_pick(value > 0, value, cr_all(1)); }

/* MARK: Blending one channel
 *
 * s and d are source and destination multiplied by their alphas sa and da, all 0 … 1. Each gives sa * da * B(s / sa,
 * d / da) of the PDF reference's blend function B. */

CR_FORMULA cr_real cr_color_dodge(cr_real s, cr_real sa, cr_real d, cr_real da) {
    cr_real whole = sa * da, room = sa - s;
    cr_real value = sa * sa * d / cr_divisor(room);
    cr_real result = cr_pick((room > 0) & (value < whole), value, whole);
    return cr_pick(d > 0, result, cr_all(0));
}

CR_FORMULA cr_real cr_color_burn(cr_real s, cr_real sa, cr_real d, cr_real da) {
    cr_real whole = sa * da;
    cr_real value = whole - sa * sa * (da - d) / cr_divisor(s);
    cr_real result = cr_pick((s > 0) & (value > 0), value, cr_all(0));
    return cr_pick(d < da, result, whole);
}

CR_FORMULA cr_real cr_soft_light(cr_real s, cr_real sa, cr_real d, cr_real da) {
    cr_real x = d / cr_divisor(da), rise = 2 * s - sa;
    cr_real dark = d * (sa + rise * (1 - x));
    cr_real curve = cr_pick(x <= 0.25f, ((16 * x - 12) * x + 4) * x, cr_square_root(x));
    cr_real light = sa * d + rise * (da * curve - d);
    return cr_pick(rise <= 0, dark, light);
}

/* MARK: Blending three channels
 *
 * Colours are scaled to a whole of `limit`; the same functions as in the PDF reference, which are linear in it. */

typedef struct cr_colour {
    cr_real red, green, blue;
} cr_colour;

CR_FORMULA cr_real cr_lowest(cr_colour c) { return cr_minimum(cr_minimum(c.red, c.green), c.blue); }
CR_FORMULA cr_real cr_highest(cr_colour c) { return cr_maximum(cr_maximum(c.red, c.green), c.blue); }
CR_FORMULA cr_real cr_luminosity(cr_colour c) { return 0.3f * c.red + 0.59f * c.green + 0.11f * c.blue; }
CR_FORMULA cr_real cr_saturation(cr_colour c) { return cr_highest(c) - cr_lowest(c); }

CR_FORMULA cr_colour cr_spread_from(cr_colour c, cr_real centre, cr_real factor) {
    return (cr_colour){centre + (c.red - centre) * factor, centre + (c.green - centre) * factor,
                       centre + (c.blue - centre) * factor};
}

CR_FORMULA cr_colour cr_with_luminosity(cr_colour c, cr_real luminosity, cr_real limit) {
    cr_real shift = luminosity - cr_luminosity(c);
    c = (cr_colour){c.red + shift, c.green + shift, c.blue + shift};
    cr_real centre = cr_luminosity(c), low = cr_lowest(c), below = centre - low;
    c = cr_spread_from(c, centre, cr_pick((low < 0) & (below > 0), centre / cr_divisor(below), cr_all(1)));
    cr_real high = cr_highest(c), above = high - centre;
    return cr_spread_from(
        c, centre, cr_pick((high > limit) & (above > 0), (limit - centre) / cr_divisor(above), cr_all(1)));
}

CR_FORMULA cr_colour cr_with_saturation(cr_colour c, cr_real saturation) {
    cr_real low = cr_lowest(c), range = cr_highest(c) - low;
    cr_real factor = cr_pick(range > 0, saturation / cr_divisor(range), cr_all(0));
    return (cr_colour){(c.red - low) * factor, (c.green - low) * factor, (c.blue - low) * factor};
}

CR_FORMULA cr_colour cr_hue_mode(cr_colour s, cr_colour d, cr_real limit) {
    return cr_with_luminosity(cr_with_saturation(s, cr_saturation(d)), cr_luminosity(d), limit);
}

CR_FORMULA cr_colour cr_saturation_mode(cr_colour s, cr_colour d, cr_real limit) {
    return cr_with_luminosity(cr_with_saturation(d, cr_saturation(s)), cr_luminosity(d), limit);
}

CR_FORMULA cr_colour cr_color_mode(cr_colour s, cr_colour d, cr_real limit) {
    return cr_with_luminosity(s, cr_luminosity(d), limit);
}

CR_FORMULA cr_colour cr_luminosity_mode(cr_colour s, cr_colour d, cr_real limit) {
    return cr_with_luminosity(d, cr_luminosity(s), limit);
}

/* Kept between 0 and `limit`; no number becomes 0. */
CR_FORMULA cr_real cr_clamped(cr_real value, float limit) {
    value = cr_pick(value > 0, value, cr_all(0));
    return cr_pick(value < limit, value, cr_all(limit));
}

/* A channel of 0 … 1 as what to cut to a byte. */
CR_FORMULA cr_real cr_byte_value(cr_real channel) { return cr_clamped(channel * 255 + 0.5f, 255); }

/* MARK: Gradients */

CR_FORMULA cr_real cr_radius(cr_real p, cr_real q) { return cr_square_root(p * p + q * q); }

/* The direction of (p, q) in turns, 0 … 1; right to 3e-7 of a turn. */
CR_FORMULA cr_real cr_turns(cr_real p, cr_real q) {
    cr_real a = cr_pick(p < 0, -p, p), b = cr_pick(q < 0, -q, q);
    cr_real r = cr_minimum(a, b) / cr_divisor(cr_maximum(a, b));
    cr_real s = r * r;
    cr_real t = s * -0.001865155960f + 0.008379082194f;
    t = t * s - 0.018529849669f;
    t = t * s + 0.030802909648f;
    t = t * s - 0.052938568293f;
    t = t * s + 0.159151317517f;
    t = t * r;
    t = cr_pick(b > a, 0.25f - t, t);
    t = cr_pick(p < 0, 0.5f - t, t);
    return cr_pick(q < 0, 1 - t, t);
}

/* The number of a colour in a table whose last is `last`, before its fraction is cut. */
CR_FORMULA cr_real cr_gradient_index(cr_real t, float last) { return cr_clamped(t, 1) * last + 0.5f; }

/*
 * Groups of pixels in wider numbers, as the compiler's vectors: it splits them into what the set has.
 *
 * `wide` holds every channel of a group in 16 bits, in an order that the lanes file chooses; `whole`, `cr_real` and
 * `precise` hold one number per pixel.
 */

#if defined(__clang__)
/* Vectors wider than a register are passed between inlined functions only, where no calling convention matters. */
#pragma clang diagnostic ignored "-Wpsabi"
#endif

typedef int32_t whole __attribute__((vector_size(LANES * 4)));
typedef float cr_real __attribute__((vector_size(LANES * 4)));
typedef double precise __attribute__((vector_size(LANES * 8)));
typedef int64_t precise_truth __attribute__((vector_size(LANES * 8)));
typedef whole cr_truth;
typedef uint16_t wide __attribute__((vector_size(LANES * 8)));
typedef uint8_t narrow __attribute__((vector_size(LANES * 4)));

#define CR_REAL_IS_VECTOR
LANE_FUNCTION cr_real cr_pick(cr_truth truth, cr_real a, cr_real b) {
    return (cr_real)(((cr_truth)a & truth) | ((cr_truth)b & ~truth));
}
LANE_FUNCTION cr_real cr_all(float value) { return (cr_real){0} + value; }
LANE_FUNCTION whole whole_all(int32_t value) { return (whole){0} + value; }
LANE_FUNCTION whole whole_pick(cr_truth truth, whole a, whole b) { return (a & truth) | (b & ~truth); }

/* The channels of a group, one vector each: blue, green, red, alpha. */
typedef struct planes {
    whole channel[4];
} planes;

/* 0, 1, 2, … */
LANE_FUNCTION whole whole_ramp(void) {
    whole result;
    for (int k = 0; k < LANES; k++) result[k] = k;
    return result;
}

LANE_FUNCTION whole ten_bit_words(planes p) {
    whole blue = p.channel[0], green = p.channel[1], red = p.channel[2];
    /* The two upper bits again below, so that 255 becomes 1023. */
    return whole_all((int32_t)0xC0000000u) | (red << 2 | red >> 6) << 20 | (green << 2 | green >> 6) << 10 |
           (blue << 2 | blue >> 6);
}

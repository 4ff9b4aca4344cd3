#pragma once
#include <librsvg/rsvg.h>

/* GObject's macros do not import. */
static inline void crsvg_unref(RsvgHandle *handle) { g_object_unref(handle); }

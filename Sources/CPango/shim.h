#pragma once
#include <pango/pangocairo.h>
#include <pango/pangofc-font.h>
#include <pango/pangofc-fontmap.h>
#include <fontconfig/fontconfig.h>
#include <hb.h>
#include <hb-ot.h>
#include <cairo-ft.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_SYNTHESIS_H

/* GObject's macros do not import. */
static inline void cpango_unref(void *object) { g_object_unref(object); }
static inline void *cpango_ref(void *object) { return g_object_ref(object); }

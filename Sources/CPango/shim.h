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
static inline PangoFcFontMap *cpango_fc_font_map(PangoFontMap *map) { return (PangoFcFontMap *)map; }
static inline void *cpango_ref(void *object) { return g_object_ref(object); }

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/* An empty file that lies in memory, for bytes that cpango_seal then protects; -errno on failure. */
static inline int cpango_memory_file(const char *name) {
    /* MFD_CLOEXEC, MFD_ALLOW_SEALING and, where the kernel knows it, MFD_NOEXEC_SEAL */
    long file = syscall(SYS_memfd_create, name, 1u | 2u | 8u);
    if (file < 0 && errno == EINVAL) file = syscall(SYS_memfd_create, name, 1u | 2u);
    return file < 0 ? -errno : (int)file;
}

/* From now on nobody can write, cut or enlarge the file; 0, or -errno. */
static inline int cpango_seal(int file) {
    /* F_ADD_SEALS: F_SEAL_SEAL, F_SEAL_SHRINK, F_SEAL_GROW, F_SEAL_WRITE */
    return fcntl(file, 1033, 1 | 2 | 4 | 8) < 0 ? -errno : 0;
}

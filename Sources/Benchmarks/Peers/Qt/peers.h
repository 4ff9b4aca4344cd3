// Qt 5 as a peer: the benchmark's scenes, drawn by Qt's raster engine in three ways, one frame after the other.
//
// Compiled on demand by `Benchmarks peers` and loaded into the same process, so that both sides share one run, one core and one
// clock. Main thread only.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Starts Qt without a window system. Returns its version; NULL if it does not start.
const char *peers_start(void);

/// A picture that scenes draw: `background` and `double background` (two by two screens), `photograph`, `icon <number>`.
/// Premultiplied BGRA in memory order; the pixels are copied.
void peers_set_picture(const char *name, const void *pixels, int width, int height, int bytes_per_row, int is_opaque);

/// The text of S8 without its first word, UTF-8.
void peers_set_text(const char *text);

/// A scene as `peer` (raster, widgets, quick) draws it, in pixels; NULL if the peer has no such scene.
void *peers_create(const char *peer, const char *scene, int width, int height);

/// Makes the change of frame `index` and brings it into the frame buffer in memory.
void peers_frame(void *scene, int index);

/// Writes what the frame buffer holds as PNG. Returns 0 if that fails.
int peers_write_picture(void *scene, const char *path);

void peers_destroy(void *scene);

#ifdef __cplusplus
}
#endif

// LibVNCServer's own client library, as a viewer that tests drive. Found when a test wants it; nothing is linked.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct vitrine_viewer vitrine_viewer;

/// Connects to 127.0.0.1 and says hello; NULL where that fails, or the library is not there.
///
/// - password: NULL for a viewer that has none to say.
/// - bits: of a pixel, 8, 16 or 32.
/// - encodings: names of the protocol's encodings, the best liked first, with blanks between them.
vitrine_viewer *vitrine_viewer_connect(int port, const char *password, int bits, const char *encodings);

/// Reads one message; 1 when there was one, 0 when none came in time, -1 when the connection is over.
int vitrine_viewer_read(vitrine_viewer *viewer, int milliseconds);

/// Asks for what has changed, or for everything.
bool vitrine_viewer_ask(vitrine_viewer *viewer, bool isIncremental);
bool vitrine_viewer_point(vitrine_viewer *viewer, int x, int y, int buttons);
bool vitrine_viewer_key(vitrine_viewer *viewer, uint32_t symbol, bool isDown);

int vitrine_viewer_width(const vitrine_viewer *viewer);
int vitrine_viewer_height(const vitrine_viewer *viewer);
/// One pixel as the viewer got it.
uint32_t vitrine_viewer_pixel(const vitrine_viewer *viewer, int x, int y);
/// Pixels that updates covered so far.
int64_t vitrine_viewer_covered(const vitrine_viewer *viewer);
/// What came over the connection so far.
int64_t vitrine_viewer_bytes(const vitrine_viewer *viewer);

/// Hangs up.
void vitrine_viewer_close(vitrine_viewer *viewer);

#pragma once
#include <png.h>
// The library it stands on: colour profiles in PNG are packed with it.
#include <zlib.h>

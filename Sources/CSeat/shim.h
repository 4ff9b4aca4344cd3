// Seats by seatd or logind.
#pragma once
#include <libseat.h>

#pragma once
#include "clock.h"
#include "descriptors.h"
#include "framebuffer.h"
#include "threads.h"
#include "console.h"
#include "restoration.h"
#include "vtswitch.h"

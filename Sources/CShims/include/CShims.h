#pragma once
#include "clock.h"
#include "descriptors.h"
#include "threads.h"

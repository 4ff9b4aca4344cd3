#pragma once
#include "memory.h"
#include "kernels.h"

#pragma once
#include "clock.h"
#include "descriptors.h"
#include "threads.h"
#include "console.h"
#include "restoration.h"

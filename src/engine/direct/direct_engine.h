/* direct_engine.h -- the engine that only finds violations: see direct_engine.c. */
#ifndef DIRECT_DIRECT_ENGINE_H
#define DIRECT_DIRECT_ENGINE_H

#include "engine/engine.h"

/* Says "violation", or gives up; asked by `auto' only.  Its budget is not counted:
   what it does costs no more than a pass over the model for each access. */
extern const struct engine direct_engine;

#endif

/* engine.c -- see engine.h. */
#include <config.h>

#include "engine/engine.h"

#include <assert.h>
#include <string.h>

const struct engine *const engines[] = {
#define ENGINE(name) &name##_engine,
#include ENGINE_TABLE
#undef ENGINE
};
const uint32_t engine_count = sizeof engines / sizeof *engines;

const struct engine *
engine_find (const char *name)
{
  assert (name);
  for (uint32_t i = 0; i < engine_count; i++)
    if (strcmp (engines[i]->name, name) == 0)
      return engines[i];
  return NULL;
}

const char *
engine_name (const struct engine *engine)
{
  return engine ? engine->name : "auto";
}

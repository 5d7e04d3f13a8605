/* engine.c -- see engine.h. */
#include <config.h>

#include "engine/engine.h"

#include <assert.h>
#include <string.h>

#include "phaseauto/reduction.h"

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
    if (strcmp (engines[i]->name, name) == 0 && !engines[i]->missing)
      return engines[i];
  return NULL;
}

const struct engine *
engine_able (enum engine_ability ability)
{
  assert (ability);
  for (uint32_t i = 0; i < engine_count; i++)
    if ((engines[i]->abilities & ability) && !engines[i]->missing)
      return engines[i];
  return NULL;
}

const char *
engine_name (const struct engine *engine)
{
  return engine ? engine->name : "auto";
}

struct engine_numbers
engine_numbers (const struct engine *engine)
{
  struct engine_numbers first = { 0, REDUCTION_COUNT, 0 };
  for (uint32_t i = 0; engines[i] != engine; i++)
    {
      assert (i + 1 < engine_count);
      first.option += engines[i]->option_count;
      first.reduction += engines[i]->reduction_count;
      first.statistic += engines[i]->statistic_count;
    }
  assert (first.option + engine->option_count <= ENGINE_OPTIONS_LIMIT);
  assert (first.statistic + engine->statistic_count <= STATISTICS_LIMIT);
  assert (first.reduction + engine->reduction_count < 32);
  return first;
}

const struct engine_option *
engine_option (uint32_t number, const struct engine **engine)
{
  for (uint32_t i = 0; i < engine_count; i++)
    {
      *engine = engines[i];
      assert (engines[i]->options || engines[i]->option_count == 0);
      if (number < engines[i]->option_count)
        return &engines[i]->options[number];
      number -= engines[i]->option_count;
    }
  return NULL;
}

bool
engine_set_option (uint64_t settings[ENGINE_OPTIONS_LIMIT], const char *name,
                   uint64_t value)
{
  assert (settings && name);
  const struct engine *engine;
  const struct engine_option *option;
  bool found = false;
  for (uint32_t i = 0; (option = engine_option (i, &engine)); i++)
    if (strcmp (option->name, name) == 0)
      {
        assert (i < ENGINE_OPTIONS_LIMIT);
        settings[i] = value;
        found = true;
      }
  return found;
}

void
engine_need_no_rest (void *state)
{
  (void) state;
}

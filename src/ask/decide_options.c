/* decide_options.c -- see decide_options.h. */
#include <config.h>

#include "ask/decide_options.h"

#include <assert.h>

bool
decide_options_list (const struct decide_options *options)
{
  assert (options);
  const struct engine *engine;
  const struct engine_option *option;
  for (uint32_t i = 0; (option = engine_option (i, &engine)); i++)
    if (option->kind == ENGINE_OPTION_LIST && options->settings[i])
      return true;
  return false;
}

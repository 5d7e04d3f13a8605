/* witness.c -- see witness.h. */
#include <config.h>

#include "witness.h"

#include <assert.h>

const char *
witness_action_word (enum witness_action action)
{
  static const char *const words[]
    = { "acquire", "release", "read", "write", "unit-begin", "unit-end", "call",
        "return" };
  static_assert (sizeof words / sizeof *words == WITNESS_ACTIONS, "a word for each");
  return words[action];
}

struct witness_process
witness_process_of (const struct model *model, uint32_t number)
{
  assert (number < model->processes);
  uint32_t body = 0;
  for (;; body++)
    {
      const struct model_body *candidate = &model->bodies.at[body];
      if (!candidate->is_process)
        continue;
      if (number < candidate->copies)
        return (struct witness_process){ body, number };
      number -= candidate->copies;
    }
}

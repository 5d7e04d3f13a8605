/* ir.c -- see ir.h. */
#include <config.h>

#include "ir/ir.h"

#include <assert.h>
#include <string.h>

struct span
ir_step_span (const struct ir *flow, uint32_t node)
{
  assert (node < flow->nodes.count);
  const struct source *source = flow->model->source;
  uint32_t begin = flow->nodes.at[node].offset, end = begin;
  assert (begin <= source->length);
  bool quoted = false;
  while (end < source->length && source->text[end] != '\n'
         && (quoted || !strchr (";@{}()/\r", source->text[end])))
    {
      if (source->text[end] == '\\' && quoted)
        end++;
      else if (source->text[end] == '"')
        quoted = !quoted;
      end++;
    }
  while (end > begin && (source->text[end - 1] == ' ' || source->text[end - 1] == '\t'))
    end--;
  return (struct span){ begin, end > begin ? end : begin + 1 };
}

bool
ir_hides_locks (const struct ir *flow)
{
  assert (flow->model);
  for (uint32_t n = 0; n < flow->nodes.count; n++)
    {
      const struct ir_step *node = &flow->nodes.at[n];
      if (node->op == IR_SKIP && node->code != IR_NO_CODE
          && flow->codes.at[node->code].kind == CODE_ACQUIRE)
        return true;
    }
  return false;
}

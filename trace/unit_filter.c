/* unit_filter.c -- see unit_filter.h. */
#include <config.h>

#include "trace/unit_filter.h"

#include <assert.h>

void
unit_filter_init (struct unit_filter *filter, const struct trace_names *names,
                  struct arena *arena)
{
  assert (filter && names && arena);
  *filter = (struct unit_filter){ .arena = arena, .names = names };
}

static bool
is_unit (struct unit_filter *filter, uint32_t method)
{
  if (!filter->is_unit)
    return false;
  while (filter->methods.count <= method)
    *vec_push (filter->arena, &filter->methods) = 0;
  uint8_t *known = &filter->methods.at[method];
  if (*known == 0)
    *known
      = filter->is_unit (filter->context, symbols_text (&filter->names->methods, method))
          ? 2
          : 1;
  assert (*known == 1 || *known == 2);
  return *known == 2;
}

enum unit_edge
unit_filter_edge (struct unit_filter *filter, const struct trace_event *event)
{
  if (event->op == TRACE_BEGIN)
    return UNIT_BEGINS;
  if (event->op == TRACE_END)
    return UNIT_ENDS;
  if (event->op != TRACE_ENTER && event->op != TRACE_EXIT)
    return UNIT_NEITHER;
  if (is_unit (filter, event->object))
    return event->op == TRACE_ENTER ? UNIT_BEGINS : UNIT_ENDS;
  filter->calls += event->op == TRACE_ENTER;
  return UNIT_NEITHER;
}

/* unit_filter.h -- which events begin and end units: `begin' and `end', and `enter' and
   `exit' of the methods that are chosen. */
#ifndef TRACE_UNIT_FILTER_H
#define TRACE_UNIT_FILTER_H

#include "trace/std_reader.h"

enum unit_edge
{
  UNIT_NEITHER,
  UNIT_BEGINS,
  UNIT_ENDS,
};

struct unit_filter
{
  struct arena *arena;
  const struct trace_names *names;
  /* Is METHOD a unit?  Null: none is. */
  bool (*is_unit) (void *context, const char *method);
  void *context;
  VEC (uint8_t) methods; /* by method: 0: not asked yet, 1: no unit, 2: a unit */
  uint64_t calls;        /* of methods that are no units */
};

/* NAMES are borrowed. */
void unit_filter_init (struct unit_filter *filter, const struct trace_names *names,
                       struct arena *arena);

enum unit_edge unit_filter_edge (struct unit_filter *filter,
                                 const struct trace_event *event);

#endif

/* movers_cases.h -- small models in which steps move, or just do not. */
#ifndef TESTS_IC3_MOVERS_CASES_H
#define TESTS_IC3_MOVERS_CASES_H

struct movers_case
{
  const char *name, *text;
  const char *less, *more; /* two reductions; null: states are not counted */
  bool shrinks;            /* there are fewer states with the first one */
};

static const struct movers_case movers_cases[] = {
  { "a field that only one process uses",
    "model A; field int(3) x; process P[2] { } process Q { x = x + 1; x = x + 1;"
    "assert (x == 2); }",
    "static", "none", true },
};

#endif

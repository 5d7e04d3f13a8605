/* parameters.h -- which given methods have a parameter of a type.
 *
 * Made once for all extractions: a list of (type, method), sorted by type.
 */
#ifndef JAVA_PARAMETERS_H
#define JAVA_PARAMETERS_H

#include "java/program/universe.h"

struct parameters
{
  struct arena *arena;
  struct java_universe *universe;
  bool is_built;
  VEC (uint32_t) first; /* by name_id: of its methods in `methods' */
  VEC (struct java_member) methods;
};

struct parameter_range
{
  const struct java_member *at;
  uint32_t count;
};

void parameters_init (struct parameters *parameters, struct arena *arena,
                      struct java_universe *universe);
/* Each method once, in the order of classes. */
struct parameter_range parameters_of_type (struct parameters *parameters, name_id type);

#endif

/* value_slice.h -- with --values: which numbers the model has, and with which ones it
 * begins.
 *
 * A slot of a frame or a location is *known* if something known is put into it, and
 * *wanted* if a condition of known numbers depends on it.  The model has what is both;
 * everything else is any number.  doc/java-values.md says which locations can be known,
 * and why nothing is lost that way.
 */
#ifndef JAVA_WRITER_VALUE_SLICE_H
#define JAVA_WRITER_VALUE_SLICE_H

#include "java/interpreter/extraction.h"

struct slice_location
{
  bool is_candidate; /* every write of it is in the model, or before it */
  bool is_known, is_wanted;
  bool starts_with_any;
  int64_t initial; /* otherwise with this */
};

struct slice
{
  struct extraction *x;
  bool is_used;         /* some condition is kept */
  const bool *reached;  /* by instance: it is in the model */
  struct pairmap slots; /* (instance, slot), numbered */
  VEC (uint8_t) marks;  /* by number of a slot: see value_slice.c */
  struct slice_location *locations;
};

/* The slice of X, in its run_arena; REACHED: by instance. */
struct slice *slice_find (struct extraction *x, const bool *reached);

/* A slot of INSTANCE, or a location, whose value the model has. */
bool slice_has_slot (const struct slice *slice, uint32_t instance, uint32_t slot);
bool slice_has_location (const struct slice *slice, uint32_t location);
/* Is FORMULA of INSTANCE known in the model? */
bool slice_has_formula (const struct slice *slice, uint32_t instance, uint32_t formula);

/* A parameter of a method: its number among the arguments, and its slot. */
struct slice_parameter
{
  uint32_t argument, slot;
};
/* The parameters of INSTANCE whose values the model has, in ARENA. */
struct slice_parameters
{
  VEC (struct slice_parameter) list;
};
void slice_parameters (const struct slice *slice, uint32_t instance, struct arena *arena,
                       struct slice_parameters *parameters);
/* Has the model what INSTANCE returns? */
bool slice_has_result (const struct slice *slice, uint32_t instance);

/* The kind of the values of LOCATION: Z B S C I J, or L. */
char slice_kind (const struct extraction *x, uint32_t location);

/* Does EDGE of INSTANCE, one of the kinds that only concern values, do something in the
   model? */
bool slice_has_edge (const struct slice *slice, uint32_t instance,
                     const struct graph_edge *edge);
/* Does EDGE change a value that others can see? */
bool slice_changes (const struct slice *slice, uint32_t instance,
                    const struct graph_edge *edge);

#endif

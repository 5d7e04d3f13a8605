/* invariants.h -- what a certificate says about states: tables, and the invariants that
 * hold.
 *
 * The tables serve all invariants; what they mean in the system that the checker builds
 * is found out for each invariant separately.
 */
#ifndef CERTIFICATE_CHECKER_INVARIANTS_H
#define CERTIFICATE_CHECKER_INVARIANTS_H

#include "query/query.h"

/* Line `place', numbered from PLACE_FIRST on (whereabouts.h). */
struct place_claim
{
  uint32_t symbol, below;
};

/* Line `places': ranges in a pool. */
struct places_claim
{
  uint32_t first, count;
};

enum value_kind
{
  VALUE_CELL,     /* field, cell */
  VALUE_OWNER,    /* lock */
  VALUE_STARTED,  /* process */
  VALUE_FINISHED, /* process */
  VALUE_WAITING,  /* process */
  VALUE_DONE,
  VALUE_MIDST,
  VALUE_SLOT, /* process, place below, slot */
};

/* Line `value'. */
struct value_claim
{
  enum value_kind kind;
  uint32_t words[3];
};

/* Literals of a line `clause', in a pool. */
struct literal_claim
{
  bool is_place;
  bool positive;
  uint32_t first, second; /* process and set, or value and bit */
};

struct clause_claim
{
  uint32_t line;
  uint32_t first, count;
};

/* An invariant that holds, and what it is about. */
struct invariant_claim
{
  struct query query;
  const process_id *processes; /* of a pattern: by thread */
};

struct invariants
{
  VEC (struct place_claim) places;
  VEC (struct places_claim) sets;
  VEC (uint32_t) ranges; /* begin and end of each */
  VEC (struct value_claim) values;
  VEC (struct invariant_claim) list; /* invariants that hold */
  struct invariant_claim current;    /* the invariant whose clauses are being read, */
  bool open;                         /* if there is one */
  VEC (struct literal_claim) literals;
  VEC (struct clause_claim) clauses;
};

#endif

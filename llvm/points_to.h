/* points_to.h -- where pointers may lead.
 *
 * Inclusion-based (Andersen), field-sensitive, for the whole program: constraints between
 * sets of places are collected from all instructions once, and applied until nothing
 * changes.  Calls that were inlined are apart from each other, so that most sets have
 * one place.
 */
#ifndef LLVM_POINTS_TO_H
#define LLVM_POINTS_TO_H

#ifdef HAVE_LLVM

#include "llvm/c_program.h"

enum spot_kind
{
  SPOT_EXACT, /* at this offset of the object */
  SPOT_CELLS, /* at any cell of the leaf that begins at this offset */
  SPOT_ANY,   /* anywhere in the object */
};

struct spot
{
  uint32_t object;
  enum spot_kind kind;
  uint64_t offset;
};

struct points_to
{
  struct program *program;
  struct arena *arena;
  VEC (struct spot) spots;
  VEC (uint32_t) contents;   /* by spot: its node */
  VEC (uint32_t) readable;   /* by spot: the node of what may be read there */
  VEC (uint32_t) next;       /* by spot: the next one of its object, or NONE */
  VEC (uint32_t) first;      /* by object */
  VEC (uint32_t) spot_count; /* by object */
  struct
  {
    struct
    {
      uint32_t *at;
      uint32_t count, capacity;
    } * at;
    uint32_t count, capacity;
  } sets;                 /* by node: spots */
  struct pairmap members; /* (node, spot) */
  struct pairmap copies;  /* (to, from): of what is loaded and stored */
  struct pairmap node_of; /* by a value's address */
  struct pairmap spot_of; /* (object and kind, offset) */
  VEC (struct points_constraint) constraints;
  bool changed;
};

enum points_rule
{
  POINTS_COPY,   /* to includes from */
  POINTS_MOVE,   /* ... moved by delta bytes; varies: by a multiple of something, too */
  POINTS_LOAD,   /* to includes what is at the places of from */
  POINTS_STORE,  /* what is at the places of to includes from */
  POINTS_BLOCKS, /* what is at the places of to, and after, what is at those of from */
};

struct points_constraint
{
  enum points_rule rule;
  uint32_t to, from;
  int64_t delta;
  bool varies;
  uint32_t seen;           /* how many places of its set it has been applied to, */
  uint32_t spots, targets; /* when there were so many places at all, and in TO */
  uint32_t hub; /* of blocks: a set that is between sources and targets, or NONE */
};

void points_to_find (struct points_to *points, struct program *p);

/* The places that VALUE may point to: their number, and in *SPOTS their indices. */
uint32_t points_to_of (const struct points_to *points, LLVMValueRef value,
                       const uint32_t **spots);

/* How far the GEP VALUE is from its base: the constant part in *BYTES; true: there is a
   part that is no constant. */
bool points_to_offset (const struct program *p, LLVMValueRef value, int64_t *bytes);

#endif
#endif

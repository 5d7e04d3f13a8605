/* worlds.h -- states of a model with data: packed, and stored once.
 *
 * A world is
 *
 *     done     steps of the automaton, if there is one
 *     phase    of the process that is inside a transaction: before or past its commit
 *     runner   ... that process, or nobody
 *     midst    the process that is in the midst of an atomic block, or nobody
 *     stacks   one per process (frames.h)
 *     owners   of each lock
 *     lives    in models with life cycles: who has been started, who has finished
 *     cells    the values of the fields that matter
 *
 * A stored world is a row of bits, each part as wide as it must be: a bool field is one
 * bit.  The numbers of stacks begin with 16 bits; when they need more, all rows are
 * packed anew.  Worlds are found by hash and numbered in the order in which they were
 * met.  Each has a link: its parent, a process, and which of its choices led here.
 */
#ifndef ENGINE_WORLDS_H
#define ENGINE_WORLDS_H

#include "base/hash.h"
#include "engine/data/data_model.h"

/* Processes are counted from 1 in a world, since 0 is nobody. */
#define WORLD_NOBODY 0

/* Beside what lives.h says: somebody has joined the process (solitude.h). */
#define WORLD_JOINED 4

enum world_phase
{
  WORLD_OUTSIDE, /* nobody is in a transaction */
  WORLD_BEFORE,  /* the runner has not committed */
  WORLD_PAST,    /* it has */
};

struct world
{
  uint32_t done;
  uint32_t phase;
  uint32_t runner;
  uint32_t midst;
  uint32_t *stacks; /* by process */
  uint32_t *owners; /* by number of a lock */
  uint8_t *lives;   /* by process; null: no life cycles */
  int64_t *cells;
  void *parts; /* all of these, in one piece */
};

typedef struct
{
  uint32_t index;
} world_id;

#define WORLD_NONE ((world_id){ UINT32_MAX })

struct world_link
{
  world_id parent;  /* WORLD_NONE: a world to start with */
  uint32_t process; /* counted from 0, */
  uint32_t choice;  /* ... its choice; of a world to start with: which one it is */
};

/* A cell whose value is part of a state. */
struct world_cell
{
  uint32_t cell, bits;
  struct ir_type type;
};

struct worlds
{
  const struct data_model *model;
  struct arena *arena;
  uint32_t processes, locks, cells;
  bool lives;
  size_t size; /* of the parts of a world */
  uint32_t process_bits, stack_bits, words;
  VEC (struct world_cell) kept;
  VEC (uint32_t) rows;
  VEC (struct world_link) links;
  VEC (uint8_t) relied; /* by world: on what, see protection.h */
  struct hash_table table;
};

void worlds_init (struct worlds *worlds, const struct data_model *model,
                  struct arena *arena);

static inline uint32_t
worlds_count (const struct worlds *worlds)
{
  return worlds->links.count;
}

/* Everything 0: nobody anywhere. */
struct world world_new (const struct worlds *worlds, struct arena *arena);
void world_copy (const struct worlds *worlds, struct world *to, const struct world *from);

world_id worlds_intern (struct worlds *worlds, const struct world *world,
                        const struct world_link *link, bool *is_new);
void worlds_load (const struct worlds *worlds, world_id id, struct world *world);

#endif

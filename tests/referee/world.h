/* world.h -- what the names in a syntax tree stand for.
 *
 * The first half of the tests' referee for models with data.  It reads the tree as the
 * parser made it and looks up names by itself, by the rules of doc/eml.md; it shares
 * nothing with eml/resolve.c and what follows it.  The model must be one that the
 * program accepts.  Everything is in the arena given; the tree is borrowed.
 */
#ifndef TESTS_REFEREE_WORLD_H
#define TESTS_REFEREE_WORLD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"
#include "eml/tree.h"

#define WORLD_NONE UINT32_MAX

struct world_field
{
  const char *name;      /* as users know it: savings.balance */
  uint32_t decl, object; /* WORLD_NONE: of no object */
  struct tree_type type; /* width 0: no value */
  bool is_array, is_volatile;
  uint32_t first_cell, cells;
  uint32_t set;
  uint32_t exclusive; /* an expression, or TREE_NO_EXPR */
};

struct world_lock
{
  const char *name;
  uint32_t decl, object;
  uint32_t first, count; /* locks; one, but of an array */
};

struct world_set
{
  const char *name;
  uint32_t decl, object;
};

struct world_object
{
  name_id name;
  uint32_t class_decl;
};

struct world_process
{
  uint32_t decl, copy;
};

/* Where a statement stands: which body, of which object, with what for its parameters
   (a lock, field or object).  Equal ones have equal numbers. */
struct world_place
{
  uint32_t decl, object;
  const uint32_t *bindings;
  uint64_t *memo; /* by use: what it refers to, plus 1 */
};

enum world_kind
{
  WORLD_LOCAL, /* a slot of its body */
  WORLD_FIELD,
  WORLD_LOCK,
  WORLD_SET,
  WORLD_PROC, /* a declaration, of an object or of none */
  WORLD_PROCESS,
  WORLD_OBJECT,
  WORLD_VALUE, /* to be looked up: a local or a field */
};

struct world_target
{
  enum world_kind kind;
  uint32_t index;
  uint32_t object;
};

struct world
{
  struct arena *arena;
  const struct tree *tree;
  VEC (struct world_field) fields;
  VEC (struct world_lock) locks; /* as they are declared */
  VEC (struct world_set) sets;
  VEC (struct world_object) objects;
  VEC (struct world_process) processes;
  VEC (struct world_place) places;
  uint32_t lock_count; /* those of arrays counted */
  uint32_t cell_count;
  uint32_t *parent; /* by statement: the one around it, or WORLD_NONE */
  uint32_t *slot;   /* of a DECLARE */
};

void world_init (struct world *world, const struct tree *tree, struct arena *arena);

/* The number of a place. */
uint32_t world_place (struct world *world, uint32_t decl, uint32_t object,
                      const uint32_t *bindings);

/* What use number USE refers to, of KIND, in statement AT (WORLD_NONE: in none) at
   PLACE. */
struct world_target world_find (struct world *world, uint32_t place, enum world_kind kind,
                                uint32_t use, uint32_t at);

/* Values in a frame of the body DECL: parameters first. */
uint32_t world_slots (const struct world *world, uint32_t decl);
struct tree_type world_slot_type (const struct world *world, uint32_t decl,
                                  uint32_t slot);

/* Does some start name the process, or all copies of its body? */
bool world_is_started (const struct world *world, uint32_t process);

/* The field with this name, or WORLD_NONE. */
uint32_t world_field_named (const struct world *world, const char *name);
uint32_t world_set_named (const struct world *world, const char *name);

#endif

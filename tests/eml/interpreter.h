/* interpreter.h -- what a process of a model may do, straight from the tree.
 *
 * The referee of lowering: it reads the syntax tree and what its names mean,
 * and nothing of flow graphs, contexts or pushdown systems.  A configuration
 * is a stack of what is still to be done and, for each lock and each atomic
 * set, a counter of how often it is held or open.  doc/eml.md is followed to the
 * letter and slowly.
 *
 * Configurations are interned: equal ones have equal numbers.  Everything
 * lives in the arena given; the model is borrowed.
 */
#ifndef TESTS_EML_INTERPRETER_H
#define TESTS_EML_INTERPRETER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pairmap.h"
#include "base/vec.h"
#include "eml/resolved.h"

/* The most locks, and the most atomic sets, that can be counted. */
#define INTERPRETER_COUNTERS 8

enum interpreter_op
{
  INTERPRETER_NOTHING, /* an invisible step */
  INTERPRETER_ACQUIRE,
  INTERPRETER_RELEASE,
  INTERPRETER_READ,
  INTERPRETER_WRITE,
  INTERPRETER_BEGIN,
  INTERPRETER_END,
  INTERPRETER_WAKE,
  INTERPRETER_FINISH,
  INTERPRETER_START,
  INTERPRETER_JOIN,
};

struct interpreter_action
{
  enum interpreter_op op;
  uint32_t object; /* lock or field; of a start or join, see interpreter_processes */
  uint32_t sets;   /* a bit each */
};

struct interpreter_step
{
  struct interpreter_action action;
  uint32_t to; /* configuration */
};

struct interpreter_stack
{
  uint32_t item, rest;
};

struct interpreter_item
{
  uint32_t kind;
  uint32_t at, end; /* statements */
};

struct interpreter_config
{
  uint32_t stack;
  uint64_t locks, units; /* a byte for each counter */
  uint64_t order;        /* the locks held, plus 1, a byte each: the latest one lowest */
};

struct interpreter
{
  struct arena *arena;
  const struct ir_model *model;
  const struct resolved *resolved;
  VEC (struct interpreter_item) items;
  VEC (struct interpreter_stack) stacks; /* stack 0 is the empty one */
  VEC (struct interpreter_config) configs;
  struct pairmap item_ids, stack_ids, half_ids, counter_ids, order_ids, config_ids;
  VEC (struct interpreter_step) steps; /* of the last call */
  bool wrong; /* in some call: a wait for a lock that was not taken last, or a notify
                 of one that is not held; the process stays there */
};

/* False if the model has too many locks or sets to be counted. */
bool interpreter_init (struct interpreter *interpreter, struct arena *arena,
                       const struct resolved *resolved);

/* The configuration that a process with body number BODY starts in. */
uint32_t interpreter_start (struct interpreter *interpreter, body_id body);

/* COUNT processes from FIRST on, as one number. */
uint32_t interpreter_processes (uint32_t first, uint32_t count);

/* Fill interpreter->steps with what CONFIG may do next. */
void interpreter_step (struct interpreter *interpreter, uint32_t config);

#endif

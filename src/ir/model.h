/* model.h -- what a model declares: fields, locks, atomic sets, bodies and processes.
 *
 * Objects have been dissolved: their fields, locks and sets are in the tables, under
 * names such as `savings.balance'.  A procedure of a class, or one with parameters, is a
 * body for each binding that it is called with: `savings.deposit', `transfer(savings,
 * giro)'.  A declaration has a number; all instances of one declaration share it, so that
 * a message comes once.
 *
 * What the bodies do is in ir.h.  Everything is in the arena, but for names and source,
 * which are borrowed.
 */
#ifndef IR_MODEL_H
#define IR_MODEL_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/ids.h"
#include "base/idset.h"
#include "ir/expr.h"

/* A name and its place in the text. */
struct ir_name
{
  name_id name;
  struct span span;
};

#define IR_NO_OBJECT UINT32_MAX

/* A declaration, as messages speak of it. */
struct ir_decl
{
  struct ir_name name;
  name_id in_class; /* or NAME_NONE */
};

struct ir_field
{
  struct ir_name name;
  set_id set;
  bool is_volatile;    /* accesses to it are never a race */
  uint32_t decl;       /* the number of its declaration, for all objects */
  uint32_t object;     /* or IR_NO_OBJECT */
  struct ir_type type; /* width 0: the field has no value */
  bool is_array;
  uint32_t cells;  /* the cells of an array; else 1 */
  bool any;        /* all cells start with any value; else */
  int64_t initial; /* with this one */
};

struct ir_lock
{
  struct ir_name name; /* of a lock of an array, with its place: `slot[3]' */
  uint32_t decl;       /* as of a field */
  uint32_t object;
  uint32_t cells; /* of the first lock of an array: their number; the name of the array
                     refers to that lock.  Of all others 0 */
  name_id array;  /* of the first lock of an array: that name */
};

struct ir_set
{
  struct ir_name name; /* a loose field is a set of its own, with its name */
};

/* An object, for messages: all else sees only its parts. */
struct ir_object
{
  struct ir_name name;
  uint32_t class_decl;
};

/* What a procedure of many objects is bound to: the object that is `this', then its
   parameters. */
struct ir_binding
{
  enum
  {
    IR_BOUND_OBJECT,
    IR_BOUND_LOCK,
    IR_BOUND_OTHER
  } kind;
  uint32_t number; /* the number; of an object IR_NO_OBJECT, if there is none */
  name_id name;    /* of a parameter */
};

/* The body of a procedure or of a process. */
struct ir_body
{
  bool is_process;
  bool counted; /* process P[n] */
  uint32_t copies;
  struct ir_name name;
  name_id position; /* @"..." or NAME_NONE */
  uint32_t close;   /* where it ends in the text */
  uint32_t decl;    /* bodies of one declaration differ only in their bindings */
  bool is_bound;    /* it belongs to a procedure that is bound to objects, */
  const struct ir_binding *bindings; /* in this way */
  uint32_t binding_count;
  /* Of a process: */
  process_id first_process; /* its first copy; the others follow */
  idset processes;          /* its copies, if a start or join names one of them */
  bool is_started;          /* some start names it or one of its copies */
  bool is_joined;
};

struct ir_model
{
  struct arena *arena;
  struct idsets *idsets;
  const struct source *source; /* the text that spans are in */
  struct names *names;
  bool is_made; /* made from a program, not written by hand (provenance.h) */
  VEC (struct ir_field) fields;
  VEC (struct ir_lock) locks;
  VEC (struct ir_set) sets;
  VEC (struct ir_body) bodies;
  VEC (struct ir_object) objects;
  VEC (struct ir_decl) decls;
  idset all_sets;     /* the atomic sets of a `unit' that names none */
  uint32_t processes; /* copies counted */
  idset started;      /* the processes that some start names: they begin when they
                         are started, all others at once */
};

/* The most processes, copies counted, of a model. */
#define IR_PROCESSES_LIMIT 1000000

/* The body that process number PROCESS runs. */
static inline uint32_t
ir_body_of_process (const struct ir_model *model, uint32_t process)
{
  /* A procedure has the number of the process that follows it. */
  uint32_t last = vec_last_at_most_by (&model->bodies, first_process.index, 0,
                                       model->bodies.count, process);
  assert (model->bodies.at[last].is_process
          && process - model->bodies.at[last].first_process.index
               < model->bodies.at[last].copies);
  return last;
}

/* A declaration, for a message: "'monitor'", "'monitor' of class 'Account'".  The text is
   in the model's arena. */
const char *ir_decl_text (const struct ir_model *model, uint32_t decl);
/* The text of a name. */
const char *ir_text (const struct ir_model *model, struct ir_name name);
/* The name of the array of locks that begins with LOCK. */
const char *ir_array_text (const struct ir_model *model, lock_id lock);
/* The name of BODY for people: of a model made from a program, without its bindings. */
const char *ir_body_title (const struct ir_model *model, body_id body);
/* The lock that is in OTHER, a body with the same code, what LOCK is in BODY: that of its
   object, or its parameter; LOCK_NONE: LOCK does not depend on bindings. */
lock_id ir_lock_in (const struct ir_model *model, lock_id lock, body_id body,
                    body_id other);
/* Does the name of LOCK mean another thing in BODY: a parameter, or its object's lock? */
bool ir_is_hidden (const struct ir_model *model, lock_id lock, body_id body);
/* Is LOCK one of an array?  Its first one, or LOCK_NONE. */
lock_id ir_lock_array (const struct ir_model *model, lock_id lock);
/* "procedure" or "process". */
const char *ir_body_word (const struct ir_body *body);

#endif

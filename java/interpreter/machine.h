/* machine.h -- one step of the abstract interpreter: the state of a method's frame while
 * an instruction is carried out, and what instructions do to it.
 *
 * A frame is a row of numbers: how many values are on the stack, how many monitors
 * are entered, then the locals, the stack, and for each monitor its lock and the
 * instruction that entered it (MONITOR_OF_METHOD: the method is synchronized).  The
 * effects of the instruction become edges from node to node; machine_go ends a path at a
 * state, which is interpreted later if it is new.
 */
#ifndef JAVA_MACHINE_H
#define JAVA_MACHINE_H

#include "java/interpreter/extraction.h"

struct monitor
{
  uint32_t lock;
  uint32_t site;
  bool dropped; /* the model knows nothing of it */
};

#define MONITOR_OF_METHOD (UINT32_MAX >> 1)
/* A bit of the site in a frame. */
#define MONITOR_DROPPED (UINT32_C (1) << 31)

/* A part of a map that is no field: is it ordered by access?  (threads.h has others.) */
#define PART_ORDER (UINT32_MAX - 3)
/* ... of a collection: what compares its elements. */
#define PART_COMPARES (UINT32_MAX - 4)

struct machine
{
  struct extraction *x;
  uint32_t instance, state;
  const struct java_class *class; /* of the method, for its constants */
  const struct java_code *code;
  const struct code_flow *flow;
  uint32_t instruction;
  bool begins;     /* the method: no instruction has been carried out */
  bool goes_on;    /* to this instruction, and no state is needed for it */
  bool follows;    /* numbers are followed in this method (valuation.c) */
  bool passes;     /* a call passes `terms', and what it returns goes into `result' */
  uint32_t result; /* one more than a slot; 0: nobody looks at it */
  VEC (uint32_t) terms; /* of the arguments, by number */
  uint32_t node;        /* where the path is now */
  VEC (value_id) locals;
  VEC (value_id) stack;
  VEC (struct monitor) monitors;
  /* Scratch: */
  VEC (uint32_t) words; /* for rows */
  VEC (value_id) saved_values;
  VEC (struct monitor) saved_monitors;
};

/* ---- interpret.c ---- */

/* One more effect; the path goes on after it. */
void machine_effect (struct machine *m, enum effect_kind kind, uint32_t operand);
/* The same, with the value that graph.h says. */
void machine_effect_of_value (struct machine *m, enum effect_kind kind, uint32_t operand,
                              uint32_t value);
/* An edge without effect to NODE. */
void machine_join (struct machine *m, uint32_t node);
/* A node with the present monitors. */
uint32_t machine_node (struct machine *m);
/* The path ends at INSTRUCTION with the present frame. */
void machine_go (struct machine *m, uint32_t instruction);
/* The path is about to leave the method: units that are loops of it end. */
void machine_leave_units (struct machine *m);
/* One path ends at the next instruction; others may follow. */
void machine_next (struct machine *m);
/* The last path goes on with the next instruction: the present one is done. */
void machine_continue (struct machine *m);

void machine_push (struct machine *m, value_id value);
value_id machine_pop (struct machine *m);
/* Push what a value of TYPE is if nothing else is known. */
void machine_push_type (struct machine *m, struct java_type type, value_id value);
/* Replace OLD everywhere in the frame. */
void machine_replace (struct machine *m, value_id old, value_id new);

/* The method returns VALUE (OTHER for none). */
void machine_return (struct machine *m, value_id value);

/* Keep the stack, the locals or the monitors for a while: save, change, restore. */
void machine_save (struct machine *m, const value_id *values, uint32_t count);
void machine_save_monitors (struct machine *m);
void machine_restore_monitors (struct machine *m);

/* ---- valuation.c: with --values, which numbers are where. ---- */

/* The code of M begins: are its numbers followed? */
void valuation_begin (struct machine *m);
/* The slot for what the method returns, which is of KIND (struct java_type). */
uint32_t valuation_result_slot (const struct java_code *code, char kind);
/* The slot for what the present instruction computes. */
uint32_t machine_slot (const struct machine *m, char kind);
/* The term that says what is in SLOT; in LOCAL or at HEIGHT of the stack, when a path
   begins with VALUE there. */
uint32_t machine_slot_term (struct machine *m, uint32_t slot);
uint32_t machine_local_term (struct machine *m, uint32_t local, value_id value);
uint32_t machine_stack_term (struct machine *m, uint32_t height, value_id value);
/* The term of VALUE: its own, or what its abstract value tells. */
uint32_t machine_term (struct machine *m, value_id value);
/* SLOT gets TERM; FORMULA_NONE: any value. */
void machine_set (struct machine *m, uint32_t slot, uint32_t term);
/* LOCAL gets VALUE, and has from now on the term that is returned. */
uint32_t machine_set_local (struct machine *m, uint32_t local, value_id value);
/* A path ends: what is on the stack goes into its slots.  Terms on the stack change. */
void machine_settle_stack (struct machine *m);
/* What OPCODE computes from LEFT and RIGHT; of one operand that is RIGHT. */
uint32_t machine_operate (struct machine *m, enum opcode opcode, uint32_t left,
                          uint32_t right);
/* The condition on which the branch OPCODE jumps, before it is carried out. */
uint32_t machine_condition (struct machine *m, enum opcode opcode);

/* ---- constant.c ---- */

/* bipush, ldc, ldc2_w. */
void machine_constant (struct machine *m);

/* ---- throw.c ---- */

/* The instruction can throw here: enter the handlers, or leave the method.  The path
   goes on. */
void machine_may_throw (struct machine *m);
/* It throws VALUE: the path ends. */
void machine_throw (struct machine *m, value_id value);

/* ---- monitor.c ---- */

/* Locks that the method holds, as a row of locks. */
uint32_t monitors_row (struct machine *m);
/* What the method and its callers hold. */
uint32_t monitors_held (struct machine *m);
/* Acquire LOCK at SITE (an instruction or MONITOR_OF_METHOD). */
void monitor_enter (struct machine *m, uint32_t lock, uint32_t site);
/* Release it; false if the path ends here, since it is not held. */
bool monitor_exit (struct machine *m, uint32_t lock);
/* Leave the method: release all. */
void monitors_release (struct machine *m, bool is_throw);
bool monitor_wait (struct machine *m, uint32_t lock);
/* Does the thread hold LOCK here?  A boolean value, or OTHER. */
value_id monitor_is_held (struct machine *m, uint32_t lock);
void monitor_notify (struct machine *m, uint32_t lock, bool all);
/* The monitor of OBJECT, for a synchronized method. */
void monitor_of_method (struct machine *m, value_id object);
/* monitorenter and monitorexit. */
void machine_monitor_enter (struct machine *m, value_id object);
bool machine_monitor_exit (struct machine *m, value_id object);

/* ---- access.c ---- */

void machine_get_field (struct machine *m, bool is_static);
/* Read every field of I that changes, as Object.clone () does. */
void machine_read_fields_of_self (struct machine *m);
/* The same in a writeObject of I, which has a class write what it has, as
   ObjectOutputStream.defaultWriteObject () does: contents, too. */
void machine_write_out_self (struct machine *m);
void machine_put_field (struct machine *m, bool is_static);
void machine_array_load (struct machine *m, bool is_reference, bool is_wide);
void machine_array_store (struct machine *m);
void machine_check_cast (struct machine *m);
void machine_instance_of (struct machine *m);
/* Is TYPE a class whose code is looked into? */
bool type_is_given (struct extraction *x, name_id type);
/* An object of the declared TYPE that was read out of LOCATION. */
value_id value_read_from (struct machine *m, uint32_t location, name_id type);
/* What is known of VALUE when it is of TYPE, too. */
value_id value_refined (struct machine *m, value_id value, name_id type);
/* The parts of VALUE in memory that does not move. */
const uint32_t *value_parts_copy (struct extraction *x, value_id value);
/* The class of VALUE, NAME_NONE if unknown; *EXACT: not one below it. */
name_id value_class (struct extraction *x, value_id value, bool *exact);

/* ---- call.c ---- */

/* A call: what is called and with what. */
struct call
{
  enum handle_kind kind; /* how it is called */
  struct member_reference member;
  const struct java_signature *signature;
  value_id *arguments; /* the receiver first */
  uint32_t count;
};

/* What comes back. */
struct outcome
{
  value_id values[RETURNS_MOST];
  uint32_t count; /* 0: nothing, so far */
  bool throws;
};

void outcome_add (struct outcome *outcome, value_id value);

void machine_invoke (struct machine *m);
/* The effects of CALL; the path goes on after them, if outcome->count is not 0. */
void call_perform (struct machine *m, const struct call *call, struct outcome *outcome);
/* The same, of an object that is no other than its value says. */
void call_directly (struct machine *m, const struct call *call, struct outcome *outcome);
/* Call METHOD of a known class; the same. */
void call_method (struct machine *m, struct java_member method, const value_id *arguments,
                  uint32_t count, struct outcome *outcome);

/* Push what came back, and go on. */
void machine_finish (struct machine *m, const struct call *call,
                     const struct outcome *outcome);

/* ---- lock_call.c ---- */

/* If CALL locks, unlocks, waits or the like: carry it out, to the next instruction. */
bool lock_call (struct machine *m, const struct call *call);

/* ---- library_contents.c ---- */

/* What compares the elements of the sorted collection OBJECT, if its constructor was
   given that; otherwise OTHER. */
value_id contents_comparator (struct extraction *x, value_id object);

/* What VALUE is, if it is used as the library type DECLARED (or NAME_NONE). */
enum library_kind contents_kind (struct machine *m, value_id value, name_id declared);
/* The contents of VALUE, if it is an array, a collection, an atomic or a view of one. */
uint32_t contents_of (struct machine *m, value_id value, name_id declared);
/* The lock that makes a call of OBJECT, of KIND, one piece; or JAVA_LOCK_NONE. */
uint32_t contents_lock (struct machine *m, value_id object, enum library_kind kind,
                        uint32_t contents);
void contents_enter (struct machine *m, uint32_t lock);
void contents_exit (struct machine *m, uint32_t lock);
/* Read CONTENTS while LOCK is held, if there is one. */
void contents_read_piece (struct machine *m, uint32_t contents, uint32_t lock);
/* Library code writes the contents of VALUE, which has some. */
void contents_write (struct machine *m, value_id value, name_id declared);
/* Library code reads the contents of VALUE, if it has any; COPIES: one element after
   the other. */
void contents_read (struct machine *m, value_id value, name_id declared, bool copies);

/* ---- library_call.c ---- */

/* CALL of a method that is not given. */
void library_call (struct machine *m, const struct call *call, struct outcome *outcome);
/* A note, if CALL runs code of which nothing is known and which may call back. */
void library_note_callback (struct machine *m, const struct call *call);
/* Does CALL work on a collection or a lock that the tables know? */
bool library_knows (struct machine *m, const struct call *call,
                    struct java_member method);

/* VALUE becomes text. */
void to_string (struct machine *m, value_id value);

/* ---- reflective.c ---- */

/* The fields of I, or statics, that CALL of library code accesses by their names; false
   if there are none, or none that is known. */
bool reflective_call (struct machine *m, const struct call *call);

/* ---- lambda.c ---- */

void machine_invoke_dynamic (struct machine *m);
/* Call the lambda; the rest as call_perform. */
void lambda_call (struct machine *m, value_id lambda, const value_id *arguments,
                  uint32_t count, struct outcome *outcome);
/* What library code that runs a lambda does with a collection meanwhile. */
struct lambda_contents
{
  uint32_t read; /* after each time; or LOCATION_NONE */
  uint32_t lock; /* that makes this one piece; or JAVA_LOCK_NONE */
  uint32_t kept; /* what comes back is put there; or LOCATION_NONE */
};
#define LAMBDA_ALONE                                                                     \
  ((struct lambda_contents){ LOCATION_NONE, JAVA_LOCK_NONE, LOCATION_NONE })
/* Library code runs what is in VALUE (a lambda, or an object with methods) any number of
   times, with ELEMENT as arguments. */
void lambda_run (struct machine *m, value_id value, value_id element,
                 struct lambda_contents contents);
/* Library code calls the methods that I has as an object of TYPE, any number of times. */
void lambda_run_self (struct machine *m, name_id type);

/* ---- accounting.c ---- */

/* What is done with the instruction: bits of enum account. */
void account (struct machine *m, unsigned what);
/* The same for INSTRUCTION, or MONITOR_OF_METHOD. */
void account_at (struct machine *m, uint32_t instruction, unsigned what);
/* The instruction uses the contents of OBJECT, or calls a method of it. */
void account_contents (struct machine *m, value_id object);
/* The instruction accesses a field of OBJECT. */
void account_object (struct machine *m, value_id object);

/* ---- stored.c ---- */

/* VALUE is stored in the field MEMBER of an object that is being made. */
void stored_in_field (struct machine *m, uint32_t member, value_id value);
/* VALUE is stored in LOCATION. */
void stored_in (struct machine *m, uint32_t location, value_id value);
/* VALUE is stored in FIELD where I has no location. */
void stored_elsewhere (struct machine *m, struct java_member field, value_id value);
/* VALUE is stored in FIELD, which changes, of an object that nobody else knows. */
void stored_in_new (struct machine *m, struct java_member field, value_id value);
/* LOCATION (or LOCATION_NONE) is read: each value that is known to be stored there goes
   onto the stack, on a path of its own that ends at the next instruction.  The present
   path goes on without them. */
void stored_read (struct machine *m, uint32_t location);
/* A call returns what was stored in LOCATION (or LOCATION_NONE). */
void stored_outcome (struct machine *m, uint32_t location, struct outcome *outcome);

/* ---- aliases.c ---- */

/* METHOD is called on RECEIVER. */
void alias_call (struct machine *m, struct java_member method, value_id receiver);

/* ---- escape.c ---- */

/* VALUE gets to where others than I see it: its methods are entries. */
void machine_escape (struct machine *m, value_id value);
/* The same where no instruction is carried out. */
void value_escapes (struct extraction *x, uint32_t instance, uint32_t instruction,
                    value_id value);
/* VALUE is put into a private object, array or collection, where it is lost sight of. */
void machine_loses (struct machine *m, value_id value);
/* From here on others can see I (publication.c). */
void machine_publishes (struct machine *m);
/* VALUE is run by another thread. */
void entry_of_thread (struct machine *m, value_id value);

#endif

/* evaluation.h -- partial evaluation of a program: what its passes share.
 *
 * A *datum* is what is known of a value: a number, an object, or the slot of the model
 * that holds it.  A *state* is a thread's frames, all of them, with the locks that it
 * holds; calls have become part of their callers.  Each state is evaluated once, and its
 * steps are built on the way.  Before anything has to be a step, main is *concrete*: the
 * contents of objects change as they do in the program.
 *
 * Some things are known only when everything is built: which cells are written once
 * threads run, what references can hold, which locks do not nest.  They are kept, and the
 * evaluation is made again until nothing new is found (`again').  A cell that nobody
 * writes then is a constant.
 *
 * Everything is in the arena of the model.
 */
#ifndef JAVA_PARTIAL_EVALUATION_H
#define JAVA_PARTIAL_EVALUATION_H

#include "ir/ir_builder.h"
#include "java/interpreter/rows.h"
#include "java/partial/partial.h"
#include "java/program/naming.h"
#include "java/reader/code_flow.h"

/* Frames on a stack; then the path ends, with a gap. */
#define FRAMES_MOST 48
/* Objects and arrays whose elements are chosen by a number that is not known. */
#define CHOICES_MOST 64
/* States at one place before numbers are no longer told apart; in threads fewer. */
#define STATES_OF_MAIN 300
#define STATES_OF_THREAD 40
/* Objects that one instruction makes before they are no longer told apart. */
#define OBJECTS_OF_SITE 40
/* States of the whole program, instructions that are carried out before threads run. */
#define STATES_LIMIT 60000
#define CONCRETE_LIMIT 3000000

enum datum_kind
{
  DATUM_NONE, /* no value, or nobody reads it any more */
  DATUM_INT,  /* value; also boolean, char ... */
  DATUM_LONG,
  DATUM_REF, /* value: an object */
  /* In a slot: a number as wide as an int or a long, or an object, one of the set whose
     row is `value'. */
  DATUM_SLOT,
  DATUM_WIDE_SLOT,
  DATUM_REF_SLOT,
  DATUM_ANY, /* a number of which nothing is known, also float */
  DATUM_ANY_WIDE,
  DATUM_ADDRESS, /* of jsr */
};

struct datum
{
  enum datum_kind kind;
  uint32_t slot;
  int64_t value;
};

/* Objects with a fixed number. */
enum
{
  OBJECT_NULL,
  OBJECT_UNKNOWN, /* one of which nothing is known */
  OBJECTS_FIXED,
};

enum object_kind
{
  OBJECT_PLAIN,   /* of a given class, or of a library class that has cells of its own */
  OBJECT_ARRAY,   /* `length' cells */
  OBJECT_STATICS, /* the statics of a class */
  OBJECT_CLASS,   /* a class object */
  OBJECT_TEXT,    /* a String; which one matters to nobody */
  OBJECT_LAMBDA,  /* handle; its captured values are cells */
};

struct object
{
  enum object_kind kind;
  name_id class; /* "java/util/ArrayList", "[I"; NAME_NONE: not known */
  uint32_t length;
  struct method_handle handle;
  const char *name;      /* "Account#1" */
  name_id text;          /* of a String that is a constant, else NAME_NONE; of a class
                            object the class */
  bool is_value;         /* a box of a number: there is one for each number here */
  bool has_twins;        /* it stands for several objects that are equal */
  bool is_arguments;     /* of main: none are given */
  bool is_library;       /* made by the library: its class may be below `class' */
  bool is_thrown;        /* by the program itself; then by an instruction: */
  bool is_made_in_model; /* not before the first thread is started */
  uint32_t thrown_at;    /* a place; NONE */
  uint32_t process;      /* that it runs as, or NONE */
  uint32_t runs;  /* what a Thread or task was given to run, the lock of a condition or of
                     half of a lock, the list of an iterator: an object, 0: nothing */
  uint32_t given; /* the attempt in which that was said */
  char handles;   /* of a handle: f a field, s a static, a elements of arrays; of a future
                     that is no process: C somebody completes it, A it has others */
  char element;   /* their kind; of a task: T it takes what it awaits */
  struct java_member field;
  uint32_t awaits; /* of a task: it begins when this one has ended, and is given its
                      result */
  uint32_t made_in, maker; /* the attempt in which it was made, and the context of the
                              outermost initialiser that did; NONE: of none */
};

/* Keys of cells that the library's objects have; fields and elements have smaller ones.
 */
enum cell_key
{
  KEY_VALUE = 0x40000000, /* of an atomic, a semaphore, a latch, a box; size of a list */
  KEY_EXTRA,              /* whatever else the object has */
  KEY_RESULT,             /* of a task */
  KEY_LIMIT,              /* parties of a barrier, capacity of a queue */
  KEY_ROUND,
  KEY_OWNER, /* of a lock that does not nest: one more than the process that holds it */
  KEY_DEPTH,
  KEY_READERS,
  KEY_OF,        /* the lock of a condition, the list of an iterator */
  KEY_INTERRUPT, /* of a Thread */
  KEY_DONE,
  KEY_FIRST = 0x50000000, /* elements of a list */
};

struct cell
{
  uint32_t object, key;
  char kind; /* of a field: Z B S C I J F D L */
  bool is_volatile;
  bool is_atomic;     /* of a synchronizer: no access to it races */
  bool is_handled;    /* accessed by a handle, as if it were volatile */
  bool is_plain;      /* ... and otherwise, by steps */
  bool is_written;    /* by steps */
  bool is_kept;       /* states know what it holds: only `user' has to do with it */
  bool is_shared;     /* ... which is not so */
  uint32_t user;      /* a process, NONE, or USERS_MANY */
  bool is_changed;    /* before, by what is no initialiser, or none of its class */
  bool is_seen;       /* by an initialiser that main carries out for threads */
  bool is_made;       /* by a constructor, though it is a static: of a class alone */
  uint32_t set;       /* what a reference can be: a row */
  struct datum value; /* before there are steps */
  field_id field;     /* FIELD_NONE: not declared */
  uint32_t given;     /* the attempt in which a lambda captured it */
  uint32_t attempt;   /* in which value and field are good */
  const char *name;
};

/* What a cell holds that only the thread of the state uses. */
struct kept
{
  uint32_t cell;
  struct datum value;
};

/* Steps of a body that add to one list; more are too many to count. */
#define ADDS_MOST 24
#define USERS_MANY (UINT32_MAX - 1)
/* Such cells in a state. */
#define KEPT_MOST 200

/* A step that adds an element to a list, or goes through one. */
struct room_use
{
  uint32_t object, step, place;
  uint32_t count; /* how often the body adds something; UINT32_MAX: nobody knows */
  bool adds;
};

struct guard /* a lock of the program */
{
  uint32_t object;
  uint32_t flavour;
  bool is_data;        /* it does not nest, or is tried: a number says who holds it */
  unsigned is_awaited; /* 1: by wait, 2: with a time; 4: a notify wakes one only */
  lock_id lock;
  uint32_t attempt;
};

enum
{
  GUARD_MONITOR,
  GUARD_LOCK,
  GUARD_CONDITION,      /* those who wait for a condition */
  GUARD_INITIALISATION, /* of a class */
};

/* What happens when a frame returns. */
enum afterwards
{
  AFTER_NOTHING,
  AFTER_PUSH, /* the result is pushed: an ordinary call */
  AFTER_DROP, /* it is dropped, though there is one */
  AFTER_INITIALISER,
  AFTER_UPDATE_OLD, /* it is what the cell `with' becomes, if that still holds what is
                       in the extra slot; pushed is what it held */
  AFTER_UPDATE_NEW,
  AFTER_GIVES,   /* the result is dropped, and the object `with' pushed, if it is not null
                  */
  AFTER_COMPUTE, /* it is put into the frame's `map' under the key `with', if none is
                    there */
  AFTER_TASK,    /* of a pool: it is the result of the object `with' */
  AFTER_TRIP,    /* the action of the barrier `with', which opens then */
};

/* What frames of initialisers are `with': main does it before anything else, and a thread
   would have done it. */
#define INITIALISES_EARLY 1

struct frame
{
  uint32_t context;
  uint32_t method; /* number */
  struct java_member member;
  const struct java_class *class;
  const struct java_code *code;
  const struct code_flow *flow;
  uint32_t pc;
  uint32_t monitor; /* of a synchronized method: a guard, or NONE */
  uint32_t after, with;
  uint32_t
    map; /* of AFTER_COMPUTE; of AFTER_UPDATE how many arguments are on the stack */
  struct datum *locals, *stack;
  uint32_t local_room, stack_room, height;
};

struct process
{
  uint32_t object; /* the Thread, or the task of a pool; NONE: main */
  uint32_t limit;  /* an object whose permits such a task needs, or NONE */
  uint32_t pool;   /* the executor that runs it, or NONE */
  const char *name;
  bool is_started, is_joined; /* some step says so */
  uint32_t starter;           /* the first process that does; NONE: none yet */
  bool is_contested;          /* others do, too: only one of them can */
  body_id body;
};

struct place
{
  uint32_t method, pc;
};

struct pending
{
  uint32_t row, step;
};

/* A method that clients call. */
struct client_entry
{
  struct java_member method;
  bool is_inner; /* others cannot call it, but given classes do */
  bool takes_subject;
};

/* Of a class, instead of a program (clients.c). */
struct clients
{
  class_id class;
  VEC (struct client_entry) entries;
  VEC (struct java_note) notes; /* of every attempt */
  uint32_t wanted, made;        /* objects of the class */
  uint32_t subjects[2];
  uint32_t count; /* of the clients: processes 1 to COUNT */
  uint32_t head;  /* the step where the present one is idle */
  bool numbers;   /* the constructor is given 1, since an array is as long as that */
};

struct evaluation
{
  struct java *java;
  struct java_universe *universe;
  struct java_model *model;
  struct arena *arena;
  struct java_member main;
  struct clients *clients; /* or null: then it is a program */
  /* Kept from attempt to attempt: */
  struct rows rows;
  struct pairmap method_of;
  VEC (struct java_member) methods;
  struct pairmap context_calls, context_of; /* (context, pc), then (number, method) */
  struct pairmap slot_of;                   /* (context, place in its frame) */
  struct pairmap object_of, made_of, site_count, text_of, statics_of, class_of, box_of,
    exception_of;
  VEC (struct object) objects;
  struct pairmap cell_of;
  VEC (struct cell) cells;
  struct pairmap guard_of; /* (object, flavour) */
  VEC (struct guard) guards;
  struct pairmap process_of; /* (object, 0) */
  VEC (struct process) processes;
  struct pairmap place_of;
  VEC (struct place) places;
  struct pairmap initialised; /* (class, 0): by main, before threads: BEGUN, DONE */
  VEC (class_id) wanted;      /* classes to be initialised by then */
  struct pairmap late;        /* (class, 0): by whoever needs it first */
  VEC (class_id) late_classes;
  struct pairmap member_of; /* (class, field) -> key */
  struct pairmap noted;     /* (code as a name, place) */
  struct names note_codes;
  bool interrupts; /* some thread is interrupted */
  bool pool_keeps; /* a task ends with a lock */
  uint32_t attempt;
  bool again;
  const char *why_again;
  /* Of one attempt: */
  VEC (struct java_note) notes;
  VEC (struct room_use) room_uses;
  uint32_t room_bodies;       /* those of the bodies that are done */
  VEC (struct ir_slot) slots; /* of the body */
  struct pairmap body_slots;  /* (slot, its type) -> in the body */
  struct ir_model *declared;
  struct ir *ir;
  struct ir_builder b;
  struct pairmap claim_of; /* (place, 0) */
  set_id set;
  uint32_t made; /* objects so far, while it is concrete */
  uint32_t next_wanted;
  bool concrete;
  uint64_t work;
  uint32_t states;
  struct pairmap state_of;    /* (row, 0) -> step */
  struct pairmap state_count; /* (context, pc) -> how many; and their first row */
  struct pairmap state_first;
  VEC (struct pending) pending;
  VEC (uint32_t) allocations; /* of the body: pairs of a state and an object */
  uint32_t process;           /* whose body it is */
  bool begins;                /* its first frame comes next */
  uint32_t state;             /* the row of the state that is evaluated */
  /* The state: */
  struct frame frames[FRAMES_MOST];
  uint32_t depth;
  VEC (uint32_t) held;    /* guards that are locks of ir, as often as they are held */
  VEC (uint32_t) begun;   /* processes that the thread has started on this path */
  VEC (uint32_t) ready;   /* late classes of which it knows that they are initialised */
  VEC (struct kept) kept; /* by number of the cell */
  bool ended;             /* the path */
  bool arrived;           /* at a state: it is to be evaluated */
  VEC (uint32_t) words;
};

#define NONE UINT32_MAX

static inline struct frame *
top (struct evaluation *e)
{
  assert (e->depth > 0);
  return &e->frames[e->depth - 1];
}

static inline struct datum
datum_int (int64_t value)
{
  return (struct datum){ DATUM_INT, 0, (int32_t) value };
}

static inline struct datum
datum_long (int64_t value)
{
  return (struct datum){ DATUM_LONG, 0, value };
}

static inline struct datum
datum_ref (uint32_t object)
{
  return (struct datum){ DATUM_REF, 0, object };
}

/* An object of which nothing is known, not even whether it is null? */
static inline bool
is_unknown (struct datum d)
{
  return d.kind == DATUM_ANY || (d.kind == DATUM_REF && d.value == OBJECT_UNKNOWN);
}

#define DATUM_OF(kind_) ((struct datum){ .kind = (kind_) })

static inline bool
datum_is_wide (struct datum d)
{
  return d.kind == DATUM_LONG || d.kind == DATUM_WIDE_SLOT || d.kind == DATUM_ANY_WIDE;
}

static inline bool
datum_is_slot (struct datum d)
{
  return d.kind == DATUM_SLOT || d.kind == DATUM_WIDE_SLOT || d.kind == DATUM_REF_SLOT;
}

static inline bool
datum_is_ref (struct datum d)
{
  return d.kind == DATUM_REF || d.kind == DATUM_REF_SLOT;
}

static inline const char *
text_of (const struct evaluation *e, name_id name)
{
  return universe_text (e->universe, name);
}

/* ---- states.c: states, and how paths go from one to another. ---- */

uint32_t method_number_of (struct evaluation *e, struct java_member method);
/* A new frame of METHOD, called by the present instruction, with empty locals; false:
   there are too many, and the path has ended. */
bool frame_push (struct evaluation *e, struct java_member method, uint32_t after,
                 uint32_t with);
void frame_pop (struct evaluation *e);
/* The present frames as a row, and back. */
uint32_t state_save (struct evaluation *e);
void state_load (struct evaluation *e, uint32_t row);
/* The path goes on at the present frames, as a state; it has ended here. */
void state_go (struct evaluation *e);
/* Build all states from the present one on. */
void states_run (struct evaluation *e);
/* Those that are due. */
void states_finish (struct evaluation *e);

void push (struct evaluation *e, struct datum datum);
struct datum pop (struct evaluation *e);
/* The value at DEPTH below the top of the stack. */
struct datum *peek (struct evaluation *e, uint32_t depth);
/* All that is in SLOT is DATUM. */
void refine (struct evaluation *e, uint32_t slot, struct datum datum);

/* ---- objects.c ---- */

uint32_t object_new (struct evaluation *e, enum object_kind kind, name_id class,
                     uint32_t length, uint32_t part);
uint32_t object_text (struct evaluation *e);
/* An object of the library, a CLASS or what is below it, that is not null; NAME says
   which one. */
uint32_t object_library (struct evaluation *e, name_id class, name_id name);
uint32_t object_statics (struct evaluation *e, class_id class);
uint32_t object_class (struct evaluation *e, name_id class);
/* An exception of CLASS: if the JVM throws it for what the program does wrong, here. */
uint32_t object_exception (struct evaluation *e, const char *class);
const char *object_name (struct evaluation *e, uint32_t object);
/* The cell KEY of OBJECT, whose values are of KIND. */
struct cell *cell_at (struct evaluation *e, uint32_t object, uint32_t key, char kind);
struct cell *cell_of_field (struct evaluation *e, uint32_t object,
                            struct java_member field);
struct datum cell_read (struct evaluation *e, struct cell *cell, uint32_t part);
void cell_write (struct evaluation *e, struct cell *cell, struct datum value);
field_id cell_field (struct evaluation *e, struct cell *cell);
/* The same for fields, elements and lists, which often only one thread has to do with:
   then states know what they hold, and no step is needed.  Not for code that goes on in
   several ways without states. */
struct datum cell_get (struct evaluation *e, struct cell *cell, uint32_t part);
void cell_put (struct evaluation *e, struct cell *cell, struct datum value);
/* Is it known what CELL holds, and that nobody else writes it?  Then get and put need no
   step. */
bool cell_is_known (struct evaluation *e, struct cell *cell, struct datum *value);
/* Threads do have it in common. */
void cell_share (struct evaluation *e, struct cell *cell);
/* Sets of objects: rows. */
uint32_t set_of (struct evaluation *e, uint32_t object);
uint32_t set_union (struct evaluation *e, uint32_t a, uint32_t b);
uint32_t set_without (struct evaluation *e, uint32_t set, uint32_t object);

bool may_be_null (struct evaluation *e, struct datum datum);
/* Is DATUM perhaps an object of which there are several, or one that is not known? */
bool has_twins (const struct evaluation *e, struct datum datum);

/* Is CLASS a TYPE? */
enum is_a
{
  IS_NOT,
  IS,
  IS_PERHAPS,
};
enum is_a class_is_a (struct evaluation *e, name_id class, const char *type);

/* ---- building.c: steps. ---- */

/* From here on there are steps. */
void become_steps (struct evaluation *e);
struct ir_step step_with (enum ir_op op);
void emit (struct evaluation *e, struct ir_step step);
/* Slot number PART of the present instruction. */
uint32_t slot_of_instruction (struct evaluation *e, uint32_t part);
uint32_t slot_in_body (struct evaluation *e, struct datum datum);
uint32_t expr_constant_of (struct evaluation *e, struct ir_type type, int64_t value);
uint32_t expr_of (struct evaluation *e, struct datum datum);
uint32_t expr_binary_of (struct evaluation *e, enum ir_expr_kind kind, uint32_t a,
                         uint32_t b);
uint32_t expr_cell (struct evaluation *e, struct cell *cell);
/* DATUM, or any value in a slot if nothing is known of it. */
struct datum materialise (struct evaluation *e, struct datum datum, uint32_t part);
/* Put the value of EXPR into slot PART of the instruction. */
struct datum emit_set (struct evaluation *e, uint32_t part, enum datum_kind kind,
                       uint32_t expr);
/* The current step becomes that where CONDITION holds; the other one is returned. */
uint32_t emit_test (struct evaluation *e, uint32_t condition);
/* A choice: the current step is one way, the other one is returned. */
uint32_t emit_choice (struct evaluation *e);
void emit_read (struct evaluation *e, struct cell *cell, uint32_t slot);
void emit_assume (struct evaluation *e, uint32_t condition, struct cell *cell);
void emit_nowhere (struct evaluation *e);
/* From here on the path is one that the program hardly ever takes: who believes in it has
   to believe TEXT.  WORDS are shown with the line. */
void emit_premise (struct evaluation *e, const char *code, const char *words,
                   const char *text);
void emit_fail (struct evaluation *e, uint32_t place);
/* OBJECT, an exception of the JVM, ends the thread. */
void emit_wrong (struct evaluation *e, uint32_t object);
/* There is an assertion in METHOD at PC, whether it can fail or not. */
void claim_at (struct evaluation *e, uint32_t method, uint32_t pc);
void atomic_open (struct evaluation *e);
void atomic_close (struct evaluation *e);
uint32_t place_here (struct evaluation *e);
void note (struct evaluation *e, enum java_note_kind kind, unsigned removes,
           const char *code, const char *format, ...)
  __attribute__ ((format (printf, 5, 6)));
/* The same of PLACE. */
void note_of_place (struct evaluation *e, uint32_t place, enum java_note_kind kind,
                    unsigned removes, const char *code, const char *text);
/* The path ends here: TEXT says what is not modelled. */
void give_up (struct evaluation *e, const char *code, const char *text);
#define ALL_OF_JAVA (JAVA_PATTERN | JAVA_RACE | JAVA_DEADLOCK | JAVA_ASSERT | JAVA_STUCK)

/* ---- instructions.c ---- */

/* Carry out the next instruction. */
void evaluate_next (struct evaluation *e);
/* It throws an exception of the library's CLASS, or OBJECT. */
void throw_class (struct evaluation *e, const char *class);
void throw_object (struct evaluation *e, uint32_t object);
void leave_frame (struct evaluation *e, struct datum result, bool has_result);
/* Is the value at DEPTH of the stack one object?  If not, the path has been split, and
   ends. */
bool split_reference (struct evaluation *e, uint32_t depth);
bool split_number (struct evaluation *e, uint32_t depth, uint32_t below);

/* ---- numbers.c ---- */

/* Arithmetic: false if OPCODE is something else. */
bool evaluate_number (struct evaluation *e, enum opcode opcode);
/* Is D, a number or an object, 0 or null?  A number. */
struct datum number_is_zero (struct evaluation *e, struct datum d);
/* What OPCODE makes of two numbers, which is defined. */
struct datum number_compute (enum opcode opcode, int64_t a, int64_t b);
/* What OPCODE makes of what is not known. */
struct datum datum_unknown (enum opcode opcode);

static inline bool
datum_is_number (struct datum d)
{
  return d.kind == DATUM_INT || d.kind == DATUM_LONG;
}

/* ---- accesses.c ---- */

/* Fields, arrays, objects: false if OPCODE is something else. */
bool evaluate_access (struct evaluation *e, enum opcode opcode,
                      const struct instruction *at);
/* A step accesses CELL by its name. */
void cell_mark_plain (struct evaluation *e, struct cell *cell);
/* All assertions in METHOD. */
void claims_of_method (struct evaluation *e, struct java_member method);

/* ---- calls.c ---- */

struct invocation
{
  enum handle_kind kind;
  struct member_reference member;
  const struct java_signature *signature;
  uint32_t count; /* of arguments, the receiver first, which are on the stack */
  const char *class, *name, *descriptor;
};

void evaluate_invoke (struct evaluation *e);
void evaluate_invoke_dynamic (struct evaluation *e);
/* Call METHOD with ARGUMENTS. */
bool call_given (struct evaluation *e, struct java_member method,
                 const struct datum *arguments, uint32_t count, uint32_t after,
                 uint32_t with);
/* If METHOD is synchronized, the new frame takes the monitor of RECEIVER, or its class.
 */
void enter_monitor (struct evaluation *e, struct java_member method,
                    struct datum receiver);
/* Call what OBJECT is: a lambda, or an object with one of the methods that a thread runs.
 */
bool call_object (struct evaluation *e, uint32_t object, const struct datum *arguments,
                  uint32_t count, uint32_t after, uint32_t with);
/* RESULT of CALLEE, as the call that the present frame makes expects it: a number, or a
   box. */
struct datum adapt_result (struct evaluation *e, struct datum result,
                           struct java_member callee);
/* A function that updates the cell NUMBER has returned VALUE: what the call returns. */
struct datum update_ends (struct evaluation *e, uint32_t number, struct datum value,
                          bool returns_old, uint32_t arguments);
/* Did the task OBJECT end by an exception? */
struct cell *task_failure (struct evaluation *e, uint32_t object);
/* A task of a pool has ended. */
void task_ends (struct evaluation *e, uint32_t object, struct datum result,
                bool has_result);

/* ---- clients.c: a class instead of a program. ---- */

/* THREADS of them (0: 2) call what CLASS has; false: there is nothing to call. */
bool clients_init (struct evaluation *e, class_id class, uint32_t threads);
/* The body of main begins; false: the path has ended. */
bool clients_begin (struct evaluation *e);
/* The body of a client. */
void clients_build (struct evaluation *e);
/* Tell MODEL the ways in which clients call. */
void clients_give_ways (const struct evaluation *e, struct java_model *model);
/* The static CELL of FIELD is read, written: others may have to do with it. */
void clients_read_static (struct evaluation *e, struct java_member field,
                          struct cell *cell);
void clients_write_static (struct evaluation *e, struct cell *cell);
/* The last frame returns RESULT: does the process go on? */
bool clients_go_on (struct evaluation *e, struct datum result);

/* ---- initialisers.c ---- */

/* Is CLASS initialised?  If not, that comes first, and the instruction begins again. */
bool class_initialise (struct evaluation *e, class_id class);
/* An attempt begins, before main does anything. */
void initialisers_begin (struct evaluation *e);
/* The first instruction of a frame is next: false: something comes before it. */
bool frame_begins (struct evaluation *e);
/* The frame is one of an initialiser, and is left. */
void initialiser_ends (struct evaluation *e, bool fails);
/* What is thrown if OBJECT leaves an initialiser. */
uint32_t initialiser_exception (struct evaluation *e, uint32_t object);
/* Before there are steps: CELL may be read; it is written; OBJECT's lock is taken;
   OBJECT is made.  If an initialiser does that for threads, they may do it themselves. */
void initialisers_read (struct evaluation *e, struct cell *cell);
void initialisers_write (struct evaluation *e, struct cell *cell);
void initialisers_lock (struct evaluation *e, uint32_t object);
void initialisers_made (struct evaluation *e, uint32_t object);
/* There are steps now: initialisers that run go on beside threads. */
void initialisers_stay (struct evaluation *e);

/* ---- guards.c: locks and waiting. ---- */

uint32_t guard_of (struct evaluation *e, uint32_t object, uint32_t flavour);
void guard_acquire (struct evaluation *e, uint32_t guard);
/* False: it is not held, and an exception was thrown. */
bool guard_release (struct evaluation *e, uint32_t guard);
void guard_wait (struct evaluation *e, uint32_t guard, uint32_t condition, bool timed);
void guard_notify (struct evaluation *e, uint32_t guard, uint32_t condition, bool all);
bool guard_is_held (const struct evaluation *e, uint32_t guard);
/* The lock is a number from now on. */
void guard_make_data (struct evaluation *e, uint32_t guard);
/* Does the thread hold it? */
struct datum guard_asks (struct evaluation *e, uint32_t guard);
/* Notes for locks that are awaited in ways that do not fit. */
void guards_note (struct evaluation *e);
/* Pushes whether it was taken. */
void guard_try (struct evaluation *e, uint32_t guard);
/* The halves of a read-write lock, which is a number. */
void guard_read (struct evaluation *e, uint32_t guard, bool takes);
void guard_write (struct evaluation *e, uint32_t guard, bool takes);

/* ---- library.c ---- */

void library_invoke (struct evaluation *e, const struct invocation *call);
/* Of the COUNT values on the stack none calls methods of the program when it becomes a
   text, or one does: METHOD of OBJECT.  False: the path has been split. */
bool texts_are_inert (struct evaluation *e, uint32_t count, struct java_member *method,
                      uint32_t *object);
/* synchronizers.c, concurrency.c, containers.c: false: not one of theirs. */
bool synchronizer_invoke (struct evaluation *e, const struct invocation *call);
/* The number D becomes its box, of CLASS or (null) of a number of KIND; a box becomes
   what is in it.  False: there is none, or it is not known. */
bool box_number (struct evaluation *e, const char *class, char kind, struct datum *d);
bool unbox_number (struct evaluation *e, struct datum *d);
bool handle_invoke (struct evaluation *e, const struct invocation *call);
bool stamp_invoke (struct evaluation *e, const struct invocation *call);
/* The cell that an atomic access is about, and which argument comes behind it. */
struct atomic_cell
{
  uint32_t object, key;
  char kind;
  uint32_t first;
};
/* CALL, which has the names of VarHandle, does something to the cell AT. */
bool synchronizer_by_handle (struct evaluation *e, const struct invocation *call,
                             const struct atomic_cell *at);
bool concurrency_invoke (struct evaluation *e, const struct invocation *call);
bool container_invoke (struct evaluation *e, const struct invocation *call);
/* The action of the barrier OBJECT has come to its end. */
void barrier_trips (struct evaluation *e, uint32_t object);
/* The frame of the task OBJECT is there, which has no lock yet: it waits for what it
   comes after. */
void task_begins (struct evaluation *e, uint32_t object);
/* The same of the present process, which may need a thread of a pool. */
void process_begins (struct evaluation *e);
/* The elements of LIST, at most MOST, if they are known; else NONE. */
uint32_t container_elements (struct evaluation *e, uint32_t list, uint32_t *elements,
                             uint32_t most);
/* A list of COUNT objects. */
uint32_t container_of (struct evaluation *e, const uint32_t *objects, uint32_t count);
/* Notes for lists for which there may be no room. */
void containers_note (struct evaluation *e);
bool map_invoke (struct evaluation *e, const struct invocation *call);
/* A function has computed VALUE for KEY: what the call returns. */
struct datum compute_ends (struct evaluation *e, uint32_t map, uint32_t key,
                           struct datum value);
/* Is OBJECT equal to itself only? */
bool equals_itself (struct evaluation *e, uint32_t object);
/* harmless.c: is NAME among WORDS, which end with null? */
bool is_one_of (const char *name, const char *const *words);
/* Can nobody tell that CALL was made, but for what it returns, if its
   arguments run no code of the program?  May it end by an exception? */
bool is_harmless (const struct invocation *call);
bool may_throw (struct evaluation *e, const struct invocation *call);
/* The path OTHERWISE throws CLASS, the present one goes on, in the atomic block in which
   both are, if there is one. */
void throw_otherwise (struct evaluation *e, uint32_t otherwise, const char *class);
/* Here an exception of the library's CLASS may be thrown, or (null) one that is not
   known: that becomes a path of its own. */
void may_end_by (struct evaluation *e, const char *class);
/* Whoever waits may be interrupted, if anybody interrupts threads. */
void may_be_interrupted (struct evaluation *e);
/* Drop the arguments and go on after the call with RESULT (DATUM_NONE: void). */
void finish_call (struct evaluation *e, const struct invocation *call,
                  struct datum result);
/* Argument number I. */
struct datum *argument (struct evaluation *e, const struct invocation *call, uint32_t i);
/* The object that is the receiver. */
uint32_t receiver (struct evaluation *e, const struct invocation *call);

/* ---- processes.c ---- */

/* The process that runs OBJECT; POOL and LIMIT as above. */
uint32_t process_for (struct evaluation *e, uint32_t object, uint32_t pool,
                      uint32_t limit);
/* Has the present thread started it? */
bool process_has_begun (const struct evaluation *e, uint32_t process);
void process_start (struct evaluation *e, uint32_t process);
void process_join (struct evaluation *e, uint32_t process);
/* The path goes on where it was started; the other path is returned, NONE: it certainly
   was. */
uint32_t process_test_begun (struct evaluation *e, uint32_t process);
/* TASK is put into the queue of the pool LIMIT; in an atomic block. */
void process_queue (struct evaluation *e, uint32_t limit, uint32_t task);
/* TASK takes a thread of the pool LIMIT, when all that came before it have; or gives it
   back. */
void process_permit (struct evaluation *e, uint32_t limit, uint32_t task, bool takes);

#endif

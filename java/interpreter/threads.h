/* threads.h -- a program, from its main method: which threads there are (--main).
 *
 * The interpreter begins with main and follows every call into given classes.  The
 * isolated object I is the one that comes from one allocation site; all other objects
 * carry the site that they come from as a part, so that threads, executors and locks
 * of different sites are told apart.  Where a thread is started, a process begins, with
 * what the Thread object, the lambda or the task is known to refer to.
 *
 * What the interpreter loses sight of, because it is stored in a mutable field, an array
 * or a collection, is *kept*: whoever later calls a method of an object of which nothing
 * is known may have any of the kept values in hand that have such a method.
 */
#ifndef JAVA_THREADS_H
#define JAVA_THREADS_H

#include "java/interpreter/loop_units.h"
#include "java/interpreter/machine.h"

/* Parts of objects that are no fields: where it was made; what a Thread runs. */
#define PART_SITE (UINT32_MAX - 1)
#define PART_RUNS (UINT32_MAX - 2)

/* A bit of b in VALUE_RAW: this is going to be I. */
#define RAW_IS_SELF (UINT32_C (1) << 30)

struct thread_process
{
  uint32_t site;     /* where it is started; UINT32_MAX: main */
  uint32_t instance; /* what it runs */
  value_id thread;   /* the Thread object, or the executor */
  bool is_pooled;
  bool is_unit;      /* what it runs is a unit */
  bool touches;      /* it has to do with I, or starts one that has */
  bool is_repeated;  /* control can come to its start more than once */
  bool is_unordered; /* it starts itself, so it runs from the beginning */
  uint32_t copies;   /* 1 or 2 */
  const char *name;  /* in the model */
};

struct allocation
{
  struct java_member method;
  uint32_t instruction;
};

/* Kept values of one type, and the states that looked at them. */
struct kept_type
{
  name_id type;
  VEC (value_id) values;
  VEC (uint32_t) readers;
  bool has_self;
  VEC (uint32_t) self_readers; /* that only asked whether I is among them */
};

/* An access to a field of I or to a static that holds an object. */
struct field_use
{
  enum owner_kind owner;
  uint32_t member;
  uint32_t instance, node, instruction;
  bool writes;
};

struct threads
{
  struct java_member main;
  uint32_t isolated;                 /* I comes from this one of ALLOCATIONS */
  struct pairmap sites;              /* (method, instruction) -> a number */
  VEC (struct allocation) site_list; /* by number */
  VEC (bool) is_many;                /* by site: reached more than once */
  struct pairmap named_sites;        /* (site, 0) -> a value whose contents they are */
  VEC (struct java_member) run;      /* methods that threads run */
  VEC (class_id) early;              /* classes whose initialisers start threads */
  VEC (uint32_t) allocations;        /* sites at which objects of the class are made */
  struct pairmap settled_fields;     /* (kind of owner, member): settled.c */
  struct pairmap settled_reads;      /* (method, instruction) */
  /* Of one run: */
  VEC (struct field_use) uses;
  VEC (struct thread_process) processes;   /* main first */
  struct pairmap process_keys, process_of; /* ((site, instance), thread) */
  VEC (value_id) kept;
  struct pairmap kept_of;
  VEC (struct kept_type) kept_types;
  struct pairmap kept_type_of, reader_of; /* (state, type and what it asked) */
};

/* ---- threads.c: the program as a whole. ---- */

/* Interpret the program; then processes have their copies. */
void threads_run (struct extraction *x);
/* Do two threads access one location? */
bool threads_share (struct extraction *x);
/* Do two threads take locks?  Or is something not known of the program? */
bool threads_may_wait (struct extraction *x);
/* Before the first instruction of a method: main runs static initialisers. */
void threads_begin (struct machine *m);
/* The instruction `new' of CLASS: an object that knows its site, or I, or either. */
void threads_new (struct machine *m, name_id class);
/* An object of CLASS that knows that the present instruction makes it. */
value_id threads_made (struct machine *m, enum value_kind kind, name_id class);
/* By instance: does INSTANCE call it, itself or by way of others?  Itself, too. */
const bool *threads_called_by (struct extraction *x, uint32_t instance);
/* The site of the present instruction. */
uint32_t threads_site (struct machine *m);
/* Does control come to SITE at most once, as far as is known? */
bool threads_once (const struct extraction *x, uint32_t site);
/* The site that OBJECT comes from, UINT32_MAX: unknown. */
uint32_t threads_site_of (const struct extraction *x, value_id object);
/* OBJECT as a lock: what is told apart by its site or its place; OTHER: nothing. */
value_id threads_lock_object (struct extraction *x, value_id object);
/* "Object (Main.java:12)", for an object that knows its site. */
const char *threads_object_name (struct extraction *x, value_id object);
/* Does a join of THREAD certainly wait for PROCESS? */
bool threads_joins (const struct extraction *x, value_id thread, uint32_t process);
/* Is the method of INSTANCE a unit wherever it is called? */
bool threads_is_unit (struct extraction *x, uint32_t instance);
/* Do threads run METHOD?  Then its loops are units, if the user names none. */
bool threads_is_run (const struct extraction *x, struct java_member method);
/* Names of the processes, in process->name; that of a copy that is written by itself. */
void threads_name_processes (struct extraction *x);
const char *threads_copy_name (struct extraction *x, uint32_t process, uint32_t copy);
/* For the model: does an effect matter? */
bool threads_start_matters (const struct extraction *x, uint32_t process);
bool threads_join_matters (const struct extraction *x, value_id thread);

/* ---- start.c: calls that start and join. ---- */

/* Carry out CALL if it has to do with threads. */
bool threads_call (struct machine *m, const struct call *call, struct outcome *outcome);
/* A Thread, an executor or the like is constructed: what is known of it. */
value_id threads_construct (struct machine *m, const struct call *call);

/* Is the class called NAME a TYPE? */
bool threads_is_a (struct extraction *x, name_id name, const char *type);

/* ---- joins.c: waiting for threads. ---- */

/* CALL waits for the thread or the executor that it is made on; what it returns, if
   that is known, goes to OUTCOME. */
void threads_wait (struct machine *m, const struct call *call, struct outcome *outcome);
/* If CALL interrupts somebody: whoever waits is interrupted from the next run on. */
void threads_see_interrupt (struct machine *m, const struct call *call);

/* ---- join_loops.c: loops that wait for all threads of an array or list. ---- */

/* The branch, which is taken, may leave such a loop: then all of them have ended. */
void join_loop_leave (struct machine *m);
/* Is the call of `join' part of such a loop? */
bool join_loop_waits (struct machine *m);

/* ---- kept.c: what the interpreter loses sight of. ---- */

void threads_keep (struct extraction *x, value_id value);
/* VALUE is stored where only its type is kept: it, and the objects in its final fields.
 */
void threads_keep_all (struct extraction *x, value_id value);
/* The object that constructors are known to have put at the place VALUE; or VALUE. */
value_id threads_known (const struct extraction *x, value_id value);
/* Is it not known which object VALUE is?  Then it can be one of those that are kept. */
bool threads_is_loose (const struct extraction *x, value_id value);
/* Kept values that have type TYPE, in LIST; the present state looks again when there
   are more. */
struct value_list
{
  VEC (value_id) list;
};
void threads_kept (struct machine *m, name_id type, struct value_list *list);
/* The final field MEMBER of OBJECT is read, of which only the CLASS is known: what it is
   in the kept objects goes onto the stack, each on a path of its own. */
void threads_read_kept (struct machine *m, value_id object, name_id class,
                        uint32_t member);
/* A call on a loose object: on all kept ones that it may be. */
bool threads_call_kept (struct machine *m, const struct call *call,
                        struct outcome *outcome);
/* Can VALUE, used as a TYPE, be I? */
bool threads_may_be_self (struct machine *m, value_id value, name_id type);

/* ---- sites.c: arrays and collections by where they are made. ---- */

/* Are the contents of what SITE makes asked about in this model? */
bool sites_is_asked (struct extraction *x, uint32_t site);
/* "Main.main.data", for the contents of what SITE makes. */
const char *sites_name (struct extraction *x, uint32_t site);
/* VALUE has a name by now: what is at the place, or in the location, NAMED. */
void sites_see_named (struct extraction *x, value_id value, value_id named);
/* After the run: which of them threads share. */
void sites_settle (struct extraction *x);

/* ---- settled.c: fields that are written only before the first start. ---- */

/* The present instruction accesses the field MEMBER of I, or a static. */
void settled_see (struct machine *m, enum owner_kind owner, uint32_t member, bool writes);
/* Is the field never written once a thread has been started? */
bool settled_is_field (const struct extraction *x, enum owner_kind owner,
                       uint32_t member);
/* And does the present instruction read it after the last write? */
bool settled_is_read (struct machine *m, enum owner_kind owner, uint32_t member);
/* After a run: true if more, or less, is settled than it knew. */
bool settled_find (struct extraction *x);

/* ---- counting.c ---- */

/* How often processes are started and sites are reached; false if a site that was
   thought to be reached once is not, so that the run must be repeated. */
bool threads_count (struct extraction *x);

#endif

/* solver.c -- see solver.h: the only file that knows CaDiCaL.
 *
 * CaDiCaL is C++, and some of its habits need care.  It asks a callback whether to stop:
 * the callback only looks, and the unwinding happens when CaDiCaL has returned.  Its
 * memory is the C library's, so its share is what malloc has given out since the solver
 * was created.  And where C++ finds no memory it throws, which nobody in C can catch.
 * Before that it calls a handler, which may free memory and let it try again: there the
 * solver gives up a reserve, with which CaDiCaL can finish what it was doing and be
 * freed.  The reserve must be as large as CaDiCaL's larger blocks, so it grows with the
 * formula; when it cannot grow, memory counts as used up.  It is address space that is
 * never touched, and costs nothing unless that is limited.  If not even the reserve is
 * enough, the handler unwinds and leaves the solver as it is, for ever: it cannot be
 * freed in the midst of an operation.
 */
#include <config.h>

#include "engine/sat/solver.h"

#include <assert.h>
#include <ccadical.h>
#include <limits.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/wrapped_realloc.h"

struct solver
{
  CCaDiCaL *cadical;
  struct quota *quota;
  enum quota_reason over; /* why the callback stopped CaDiCaL */
  void *reserve;          /* or null */
  size_t reserved;        /* bytes */
  uint64_t literals;      /* added so far */
  int variables;
  uint32_t looks;        /* calls of the callback so far */
  uint64_t deadline;     /* when calls become undecided; 0: never */
  uint64_t conflicts;    /* if they are counted */
  size_t before;         /* bytes that malloc had given out when the solver was created */
  struct dimacs *record; /* or null */
  bool broken;           /* unwound in the midst of an operation */
};

/* The solver that is at work in this thread, for the handler of C++. */
static _Thread_local struct solver *at_work;

/* std::set_new_handler */
typedef void (*new_handler) (void);
extern new_handler _ZSt15set_new_handlerPFvvE (new_handler handler);

/* Bytes that CaDiCaL may ask for at once, for each literal of the formula. */
#define RESERVE_FOR_A_LITERAL 16
#define RESERVE_AT_LEAST ((size_t) 1 << 20)

static void
give_reserve_up (struct solver *solver)
{
  if (solver->reserve)
    munmap (solver->reserve, solver->reserved);
  solver->reserve = NULL;
  solver->reserved = 0;
}

/* Make the reserve BYTES large.  False: out of memory. */
static bool
reserve (struct solver *solver, size_t bytes)
{
  assert (bytes >= RESERVE_AT_LEAST && bytes > solver->reserved);
  give_reserve_up (solver);
  void *memory = mmap (NULL, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return false;
  solver->reserve = memory;
  solver->reserved = bytes;
  return true;
}

static void
find_no_memory (void)
{
  struct solver *solver = at_work;
  if (!solver)
    abort (); /* impossible: no other code here is C++ */
  if (solver->reserve)
    {
      solver->over = QUOTA_MEMORY; /* acted upon when CaDiCaL returns or calls back */
      give_reserve_up (solver);
      return;
    }
  solver->broken = true;
  at_work = NULL;
  quota_exhaust (solver->quota, QUOTA_MEMORY);
}

/* CaDiCaL's C interface copies each clause that it reports into an array, and does not
   check whether realloc failed: while CaDiCaL works, such a failure is handled as one of
   operator new (base/wrapped_realloc.h). */
static bool
realloc_again (void)
{
  if (!at_work)
    return false;
  find_no_memory ();
  return true;
}

static size_t
bytes_given_out (void)
{
  struct mallinfo2 info = mallinfo2 ();
  return info.uordblks + info.hblkhd;
}

/* Calls of the callback between two looks at the clock, and looks between two counts of
   memory, which are slower. */
#define CALLS_TO_A_LOOK 64
#define LOOKS_TO_A_COUNT 64

/* Is it time to stop? */
static int
look (void *context)
{
  struct solver *solver = context;
  struct quota *quota = solver->quota;
  if (solver->over != QUOTA_NOT_EXHAUSTED)
    return 1;
  if (++solver->looks % CALLS_TO_A_LOOK)
    return 0;
  if (quota->interrupted && *quota->interrupted)
    solver->over = QUOTA_INTERRUPTED;
  else if (quota->deadline && quota_clock () >= quota->deadline)
    solver->over = QUOTA_TIME;
  else if (solver->deadline && quota_clock () >= solver->deadline)
    return 1; /* the call is undecided; the query goes on */
  else if (quota->limit != SIZE_MAX
           && solver->looks % (CALLS_TO_A_LOOK * LOOKS_TO_A_COUNT) == 0)
    {
      /* The arenas of the quota are malloc's, too, but have their own count. */
      size_t now = bytes_given_out ();
      if (now > solver->before && now - solver->before > quota->limit)
        solver->over = QUOTA_MEMORY;
    }
  return solver->over != QUOTA_NOT_EXHAUSTED;
}

/* Every call of CaDiCaL is between these two. */
static void
enter (struct solver *solver)
{
  assert (!at_work && !solver->broken);
  at_work = solver;
}

/* CaDiCaL has returned, so the work may unwind. */
static void
leave (struct solver *solver)
{
  assert (at_work == solver);
  at_work = NULL;
  if (solver->over != QUOTA_NOT_EXHAUSTED)
    quota_exhaust (solver->quota, solver->over);
}

const char *
solver_version (void)
{
  const char *signature = ccadical_signature (), *dash = strchr (signature, '-');
  assert (*signature);
  return dash ? dash + 1 : signature;
}

struct solver *
solver_new (struct quota *quota)
{
  assert (quota);
  struct solver *solver = calloc (1, sizeof *solver);
  if (!solver)
    quota_exhaust (quota, QUOTA_MEMORY);
  solver->quota = quota;
  solver->before = bytes_given_out ();
  if (!reserve (solver, RESERVE_AT_LEAST))
    {
      free (solver);
      quota_exhaust (quota, QUOTA_MEMORY);
    }
  _ZSt15set_new_handlerPFvvE (find_no_memory);
  wrapped_realloc_set_handler (realloc_again);
  enter (solver);
  solver->cadical = ccadical_init ();
  ccadical_set_option (solver->cadical, "quiet", 1); /* it would print otherwise */
  ccadical_set_terminate (solver->cadical, solver, look);
  at_work = NULL;
  if (solver->over != QUOTA_NOT_EXHAUSTED)
    {
      solver_free (solver); /* the caller does not have it yet */
      quota_exhaust (quota, QUOTA_MEMORY);
    }
  return solver;
}

void
solver_free (struct solver *solver)
{
  if (!solver)
    return;
  assert (at_work != solver);
  if (!solver->broken)
    ccadical_release (solver->cadical);
  give_reserve_up (solver);
  free (solver);
}

void
solver_record (struct solver *solver, struct dimacs *dimacs)
{
  assert (solver->variables == 0 && dimacs->clauses.count == 0);
  solver->record = dimacs;
}

int
solver_variable (struct solver *solver)
{
  assert (solver->variables < INT32_MAX);
  return ++solver->variables;
}

void
solver_add (struct solver *solver, int literal)
{
  assert (abs (literal) <= solver->variables);
  if (solver->record && !dimacs_add (solver->record, literal))
    quota_exhaust (solver->quota, QUOTA_MEMORY);
  if (++solver->literals * RESERVE_FOR_A_LITERAL > solver->reserved
      && !reserve (solver, 2 * solver->reserved))
    quota_exhaust (solver->quota, QUOTA_MEMORY);
  enter (solver);
  ccadical_add (solver->cadical, literal);
  leave (solver);
  if (literal == 0)
    quota_tick (solver->quota); /* a formula may have millions of clauses */
}

void
solver_assume (struct solver *solver, int literal)
{
  assert (literal != 0 && abs (literal) <= solver->variables);
  if (solver->record && !dimacs_assume (solver->record, literal))
    quota_exhaust (solver->quota, QUOTA_MEMORY);
  enter (solver);
  ccadical_assume (solver->cadical, literal);
  leave (solver);
}

void
solver_constrain (struct solver *solver, int literal)
{
  assert (abs (literal) <= solver->variables && !solver->record);
  enter (solver);
  ccadical_constrain (solver->cadical, literal);
  leave (solver);
}

/* CaDiCaL reports the clause learned from each conflict, but not their number. */
static void
count_conflict (void *context, int *clause)
{
  struct solver *solver = context;
  (void) clause;
  solver->conflicts++;
}

void
solver_count_conflicts (struct solver *solver)
{
  enter (solver);
  ccadical_set_learn (solver->cadical, solver, INT_MAX, count_conflict);
  leave (solver);
}

uint64_t
solver_conflicts (const struct solver *solver)
{
  return solver->conflicts;
}

void
solver_set_deadline (struct solver *solver, uint64_t deadline)
{
  assert (!solver->quota->deadline || deadline <= solver->quota->deadline);
  solver->deadline = deadline;
}

enum solver_answer
solver_solve (struct solver *solver, uint64_t conflicts)
{
  assert (solver->over == QUOTA_NOT_EXHAUSTED);
  if (solver->record)
    dimacs_call (solver->record, solver->variables);
  enter (solver);
  ccadical_limit (solver->cadical, "conflicts",
                  conflicts && conflicts < INT32_MAX ? (int) conflicts : -1);
  int answer = ccadical_solve (solver->cadical);
  leave (solver);
  assert (answer == 0 || answer == 10 || answer == 20);
  if (solver->record && answer != 0)
    dimacs_answer (solver->record, answer == 10 ? "satisfiable" : "unsatisfiable");
  return answer == 10 ? SOLVER_SAT : answer == 20 ? SOLVER_UNSAT : SOLVER_UNDECIDED;
}

bool
solver_value (struct solver *solver, int literal)
{
  assert (literal > 0 && literal <= solver->variables);
  enter (solver); /* the first value may take memory */
  int value = ccadical_val (solver->cadical, literal);
  leave (solver);
  quota_work (solver->quota, 1);
  return value > 0;
}

bool
solver_failed (struct solver *solver, int literal)
{
  assert (literal != 0 && abs (literal) <= solver->variables);
  enter (solver);
  bool failed = ccadical_failed (solver->cadical, literal);
  leave (solver);
  return failed;
}

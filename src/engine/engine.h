/* engine.h -- the table of engines.
 *
 * An engine is a row of engines.def and a constant `NAME_engine' of type struct
 * engine in a folder of its own; doc/adding-an-engine.md shows how to add one.
 * An engine never says "violation" to the user: that is left to the witness search
 * and the replay (witness/judge.h).
 */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/question.h"
#include "engine/reductions.h"
#include "engine/statistics.h"

/* What an engine can answer, as bits. */
enum engine_ability
{
  /* The engine decides programs with recursion, too.  Without this ability it may answer
     "unknown" because of a bound. */
  ENGINE_RECURSION = 1 << 0,
  /* The engine is a referee: it finds out by itself what a pass over the model
     (reductions `units' and `common-locks') tells the others. */
  ENGINE_REFEREE = 1 << 1,
  /* The engine obeys the `budget' of a question. */
  ENGINE_BUDGET = 1 << 2,
  /* The engine knows what starts and joins mean.  All others are asked scripts
     (ask/life_scripts.h), in which these are steps of the automaton. */
  ENGINE_LIFE_CYCLES = 1 << 3,
  /* The engine is asked about casts and about models without values. */
  ENGINE_CAST = 1 << 4,
  /* The engine is asked about whole models with their values; without ENGINE_CAST, about
     models without values in the same way. */
  ENGINE_DATA = 1 << 5,
  /* The engine may search for ever, so it gives up early and lets other questions of the
     query have their turn.  If none of them is a violation, all are asked again, with
     more `patience'. */
  ENGINE_PATIENCE = 1 << 6,
  /* The engine can tell whether a `suspicion' is a violation with some values. */
  ENGINE_CONFIRM = 1 << 7,
  /* The engine can say why something never happens, if the question says `certify'. */
  ENGINE_INVARIANT = 1 << 8,
  /* How much work a question takes depends on what the engine keeps: it must drop that
     where its work is compared with that of other engines. */
  ENGINE_AFRESH = 1 << 9,
  /* The engine can tell who waits for ever (QUERY_STUCK); it has ENGINE_DATA. */
  ENGINE_STUCK = 1 << 10,
  /* The engine can tell that also if the model has idle steps (ir.h, `has_idle'). */
  ENGINE_IDLE = 1 << 11,
};

/* The most patience. */
#define ENGINE_MOST_PATIENCE 2

/* What an option of an engine takes. */
enum engine_option_kind
{
  ENGINE_OPTION_NUMBER, /* 1 or more; every command that decides queries has it */
  ENGINE_OPTION_LIST,   /* nothing: the answer lists violations (`lists') */
  ENGINE_OPTION_FILE,   /* a file, for the `output' of the last question */
};

/* An option of the command line and of the library.  Several engines may share a name. */
struct engine_option
{
  const char *name; /* "depth" is --depth */
  enum engine_option_kind kind;
  const char *argument; /* what it takes, for the help; or null */
  const char *help;
  const char *unless;  /* the name of a reduction that makes it meaningless; or null */
  const char *others;  /* why other engines have no such option, for the error message */
  const char *nothing; /* the content of the file if the engine was not asked */
};

/* The content of an ENGINE_OPTION_FILE.  The engine makes it outside of its arenas, since
   it outlives the query; the caller writes it to the file. */
struct engine_output
{
  void *what; /* null: nothing yet */
  void (*write) (const void *what, FILE *file);
  void (*free) (void *what);
};

/* The resources of an engine. */
struct engine_means
{
  struct quota *quota;          /* may unwind at any time; then `forget' is called */
  struct arena *kept;           /* lives until `forget' */
  struct arena *scratch;        /* lives until the query is explained */
  uint64_t memory;              /* the limit of the query in bytes; 0: none */
  const uint64_t *settings;     /* by option of its own: its number, or 1; 0: not given */
  struct engine_output *output; /* or null */
  uint32_t reductions;          /* those of its own that are on, from bit 0 */
  uint64_t *counts; /* of the query, by statistic of its own; the engine adds to them */
};

struct engine
{
  const char *name;    /* as after -e, and in records */
  unsigned abilities;  /* enum engine_ability */
  const char *missing; /* what this build lacks for it, or null; if so, no functions */
  const struct engine_option *options; /* its own */
  uint32_t option_count;
  const struct engine_reduction *reductions;
  uint32_t reduction_count;
  const struct statistic *statistics;
  uint32_t statistic_count;
  /* Create the state: what the engine keeps between the questions of a model. */
  void *(*create) (const struct engine_means *means);
  void (*decide) (void *state, const struct question *question,
                  const struct engine_means *means, struct answer *answer);
  /* The query has ended: release what others wait for. */
  void (*rest) (void *state);
  /* How the engine proved the query, in words, with the numbers that it counted, in
     ARENA: ", after 12 states".  Null: nothing to tell. */
  const char *(*tell_proof) (const uint64_t *counts, struct arena *arena);
  /* Free everything outside of the arenas.  Also called after an unwinding, when the
     state may be half updated. */
  void (*forget) (void *state);
};

/* A row's tables, with their lengths: ENGINE_TABLE_OF (option, options). */
#define ENGINE_TABLE_OF(member, table)                                                   \
  .member##s = table, .member##_count = sizeof table / sizeof *table

/* The table, in the order of engines.def; the tests add a row. */
#ifndef ENGINE_TABLE
#define ENGINE_TABLE "engine/engines.def"
#endif
#define ENGINE(name) extern const struct engine name##_engine;
#include ENGINE_TABLE
#undef ENGINE
extern const struct engine *const engines[];
extern const uint32_t engine_count;

/* The engine called NAME; null if there is none, or it is missing. "auto" is not an
   engine (ask/portfolio.h). */
const struct engine *engine_find (const char *name);
/* The first one that has ABILITY and is not missing; or null. */
const struct engine *engine_able (enum engine_ability ability);

/* Can ENGINE tell who waits for ever in the model FLOW? */
static inline bool
engine_tells_stuck (const struct engine *engine, const struct ir *flow)
{
  return engine->abilities & (flow->has_idle ? ENGINE_IDLE : ENGINE_STUCK);
}
/* The name of ENGINE; "auto" for null. */
const char *engine_name (const struct engine *engine);

/* The most engines, and the most options of all engines together. */
#define ENGINE_LIMIT 16
#define ENGINE_OPTIONS_LIMIT 16

/* Options, reductions and statistics of all engines are numbered in the table's order. */
struct engine_numbers
{
  uint32_t option, reduction, statistic;
};

/* The numbers of the first option, reduction and statistic of ENGINE. */
struct engine_numbers engine_numbers (const struct engine *engine);

/* Option NUMBER, and in *ENGINE its engine; null: there are no more. */
const struct engine_option *engine_option (uint32_t number, const struct engine **engine);

/* In SETTINGS, by number, set the option called NAME to VALUE for each engine that has
   it.  False: none has. */
bool engine_set_option (uint64_t settings[ENGINE_OPTIONS_LIMIT], const char *name,
                        uint64_t value);

/* `rest' for an engine whose state others never wait for. */
void engine_need_no_rest (void *state);

#endif

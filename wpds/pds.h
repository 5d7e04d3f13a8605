/* pds.h -- multi-pushdown systems: processes that synchronise by locks.
 *
 * A multi-PDS is one table of rules over stack symbols, and for each process
 * the symbol that it starts with.  There is one control state, so a rule reads
 * the top symbol only [SPIN09, Defn. 1]:
 *
 *     step    from -> to            with an action
 *     call    from -> to under      no action; UNDER stays for the return
 *     return  from ->               no action
 *
 * Processes that run the same code share its symbols and rules.  Locks are not
 * reentrant here and units do not nest: lowering has turned inner operations into
 * skips, so an ACQUIRE always takes the lock and a RELEASE always frees it.
 *
 * Identifiers are indices into the tables, each kind a type of its own.  Everything
 * belongs to the arena given to pds_init; names are borrowed from its caller.
 */
#ifndef WPDS_PDS_H
#define WPDS_PDS_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/ids.h"
#include "base/idset.h"
#include "base/pairmap.h"
#include "base/vec.h"
#include "base/worklist.h"

typedef struct
{
  uint32_t index;
} pds_symbol;

typedef struct
{
  uint32_t index;
} pds_action;

#define PDS_NO_SYMBOL ((pds_symbol){ UINT32_MAX })

enum pds_op
{
  PDS_SKIP,
  PDS_ACQUIRE, /* a lock */
  PDS_RELEASE,
  PDS_READ, /* a field; sets: the atomic sets in whose unit the access happens */
  PDS_WRITE,
  PDS_BEGIN, /* sets: the atomic sets whose unit begins or ends */
  PDS_END,
  /* Life cycles (theory.md, section 1).  Each is an action like any other, but possible
     only once what it needs holds. */
  PDS_WAKE,   /* first action of a process; if it is started, needs its start */
  PDS_FINISH, /* last action of a process */
  PDS_START,  /* processes; needs that none of them has been started */
  PDS_JOIN,   /* processes; needs that all of them have finished */
};

/* What a rule does.  Equal actions have equal identifiers. */
struct pds_action_info
{
  enum pds_op op;
  union
  {
    bool nested;     /* of a skip: it stands for an operation of a lock or unit that
                        is not the outermost */
    lock_id lock;    /* see pds_action_lock */
    field_id field;  /* see pds_action_field */
    idset processes; /* see pds_action_processes */
  } object;
  idset sets;
};

struct pds_rule
{
  pds_symbol to;    /* PDS_NO_SYMBOL: a return */
  pds_symbol under; /* PDS_NO_SYMBOL: no call */
  pds_action action;
};

struct pds_field
{
  const char *name;
  set_id set;       /* the atomic set it belongs to */
  bool is_volatile; /* accesses to it are never a race */
};

struct pds_process
{
  const char *name; /* with its copy: "Consumer[1]" */
  body_id body;     /* shared by the copies of a process */
  pds_symbol entry;
  bool started; /* some start names it: it begins when it is started, not at once */
};

struct pds
{
  struct arena *arena;
  struct idsets *idsets;
  VEC (const char *) locks;
  VEC (struct pds_field) fields;
  VEC (const char *) sets;
  VEC (struct pds_process) processes;
  VEC (struct pds_action_info) actions; /* action 0 is the skip */
  VEC (struct pds_rule) rules;          /* ordered by the symbol they read */
  VEC (uint32_t) first_rule;            /* by symbol; then the end of the rules */
  bool life_cycles;                     /* processes wake, finish, start or join */
  struct pairmap action_objects;        /* for interning actions */
  struct pairmap action_ids;
};

/* IDSETS is borrowed; it holds the sets of the actions. */
void pds_init (struct pds *pds, struct arena *arena, struct idsets *idsets);

/* The action of a statement that is nested in another of the same effect. */
pds_action pds_intern_nested (struct pds *pds);
/* OP: acquire or release. */
pds_action pds_intern_operation (struct pds *pds, enum pds_op op, lock_id lock);
/* OP: read or write. */
pds_action pds_intern_access (struct pds *pds, enum pds_op op, field_id field,
                              idset sets);
/* OP: begin or end. */
pds_action pds_intern_boundary (struct pds *pds, enum pds_op op, idset sets);
/* OP: wake or finish. */
pds_action pds_intern_own_end (struct pds *pds, enum pds_op op);
/* OP: start or join. */
pds_action pds_intern_ordering (struct pds *pds, enum pds_op op, idset processes);

/* Make a symbol.  The rules added from now on read it. */
pds_symbol pds_add_symbol (struct pds *pds);
void pds_add_step (struct pds *pds, pds_action action, pds_symbol to);
void pds_add_call (struct pds *pds, pds_symbol callee, pds_symbol under);
void pds_add_return (struct pds *pds);
/* To be called after the last rule. */
void pds_finish (struct pds *pds);

static inline bool
pds_action_is_operation (const struct pds_action_info *action)
{
  return action->op == PDS_ACQUIRE || action->op == PDS_RELEASE;
}

static inline bool
pds_action_is_access (const struct pds_action_info *action)
{
  return action->op == PDS_READ || action->op == PDS_WRITE;
}

/* Is ACTION a start or a join, which order what other processes do? */
static inline bool
pds_action_is_ordering (const struct pds_action_info *action)
{
  return action->op == PDS_START || action->op == PDS_JOIN;
}

/* The lock of an operation, the field of an access, the processes of a start or join. */
static inline lock_id
pds_action_lock (const struct pds_action_info *action)
{
  assert (pds_action_is_operation (action));
  return action->object.lock;
}

static inline field_id
pds_action_field (const struct pds_action_info *action)
{
  assert (pds_action_is_access (action));
  return action->object.field;
}

static inline idset
pds_action_processes (const struct pds_action_info *action)
{
  assert (pds_action_is_ordering (action));
  return action->object.processes;
}

static inline bool
pds_rule_is_return (const struct pds_rule *rule)
{
  return rule->to.index == PDS_NO_SYMBOL.index;
}

static inline bool
pds_rule_is_call (const struct pds_rule *rule)
{
  return rule->under.index != PDS_NO_SYMBOL.index;
}

static inline uint32_t
pds_symbol_count (const struct pds *pds)
{
  assert (pds->first_rule.count > 0);
  return pds->first_rule.count - 1;
}

/* The rules of SYMBOL: pds->rules.at[i] for begin <= i < end. */
struct pds_range
{
  uint32_t begin, end;
};

static inline struct pds_range
pds_rules_of (const struct pds *pds, pds_symbol symbol)
{
  assert (symbol.index + 1 < pds->first_rule.count);
  return (struct pds_range){ pds->first_rule.at[symbol.index],
                             pds->first_rule.at[symbol.index + 1] };
}

/* For each RULE of SYMBOL. */
#define PDS_EACH_RULE(rule, pds, symbol)                                                 \
  for (const struct pds_rule *rule = (pds)->rules.at + pds_rules_of (pds, symbol).begin, \
                             *const rule##_end                                           \
                             = (pds)->rules.at + pds_rules_of (pds, symbol).end;         \
       rule < rule##_end; rule++)

/* Add to WORK what the rules of symbol number SYMBOL lead to, or its calls return to. */
static inline void
pds_walk_on (const struct pds *pds, uint32_t symbol, struct worklist *work)
{
  PDS_EACH_RULE (rule, pds, (pds_symbol){ symbol })
    {
      if (!pds_rule_is_return (rule))
        worklist_add (work, rule->to.index);
      if (pds_rule_is_call (rule))
        worklist_add (work, rule->under.index);
    }
}

/* Assert that all indices point into their tables. */
void pds_check (const struct pds *pds);

/* Print PDS in the text format of `dump --what pds'. */
void pds_print (const struct pds *pds, FILE *file);
/* Print an action as the dump shows it: "acquire s", "read count in Elements". */
void pds_print_action (const struct pds *pds, pds_action action, FILE *file);

#endif

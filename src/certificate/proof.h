/* proof.h -- inside the writer of certificates: roles, and what they are needed for.
 *
 * A query is about an automaton over fields, and so are a circle of a deadlock and a
 * script: each is a *case*, named in the file.  Its roles are solved and written once.
 */
#ifndef CERTIFICATE_PROOF_H
#define CERTIFICATE_PROOF_H

#include "certificate/certificate.h"
#include "certificate/write.h"
#include "ask/engine_pool.h"
#include "ask/groundwork.h"
#include "engine/weighted/solution.h"

/* In place of the number of a role that costs too much. */
#define PROOF_FAILED UINT32_MAX

/* Roles that consider the same locks: a cache whose results are their numbers. */
struct family
{
  idset kept;
  struct solution_cache roles;
};

/* A choice of processes that was looked at. */
struct proof_choice
{
  const char *name;            /* of the case */
  const process_id *processes; /* by thread */
  uint32_t count;
};

struct certificate
{
  struct certificate_about about;
  struct quota quota;
  struct arena kept;    /* for what lives as long as the certificate */
  struct arena query;   /* for the current query */
  struct arena scratch; /* for the current role */
  struct groundwork groundwork;
  uint32_t *processes_of; /* by body: the number of its processes */
  process_id *first_of;   /* by body: its first process */
  struct writer writer;
  VEC (struct family) families;
  struct certificate_sizes sizes;
  uint32_t casts, scripts; /* written so far */
  const process_id
    *first_alike; /* by process, computed when needed: the first one alike */
  VEC (struct proof_choice)
  choices;                   /* choices of the current query looked at */
  struct engine_pool pool;   /* engines, asked which scripts are needed */
  struct statistics counts;  /* their statistics, which are not used */
  struct decide_options ask; /* their options */
  const char *reason;        /* why the current query is open; set under the checkpoint */
  bool spent;                /* memory ran out: tables may be incomplete */
  const struct query *last;  /* the last query added, or null */
};

/* What a role is about. */
struct proof_case
{
  const char *name; /* in the file: "3 0 1", "race 0", "circle 1 2", "script 4" */
  const struct pa_automaton *automaton;
  const field_id *fields;
  set_id set;
};

/* ---- roles.c.  All may unwind. ---- */

/* What a thread watches, in the arena of the query. */
void proof_watch (struct certificate *c, const struct proof_case *about, thread_id thread,
                  struct watch *watch);

/* The participant with BODY that watches WATCH. */
struct participant proof_participant (const struct certificate *c, body_id body,
                                      const struct watch *watch);

/* The number of the role of BODY, considering LOCKS; PROOF_FAILED: the reason is set. */
uint32_t proof_role (struct certificate *c, const struct proof_case *about,
                     thread_id thread, const struct watch *watch, body_id body,
                     idset locks);

/* ---- casts.c ---- */

/* Write a proof by scripts, if PROCESSES could play the threads of ABOUT, with WATCHES by
   thread, if starts and joins meant nothing.  ABOUT was found to be safe.  False: the
   reason is set. */
bool proof_by_scripts (struct certificate *c, const struct proof_case *about,
                       const process_id *processes, const struct watch *watches);

/* Do so for all choices of processes.  PLAYS: may PROCESS play THREAD? */
bool proof_all_by_scripts (struct certificate *c, const struct proof_case *about,
                           const struct watch *watches,
                           bool (*plays) (const void *context, thread_id thread,
                                          process_id process),
                           const void *context);

/* Has the model starts or joins, even unreachable ones? */
static inline bool
proof_needs_scripts (const struct certificate *c)
{
  return c->about.pds->life_cycles;
}

/* ---- invariants.c ---- */

/* Which processes may play in a query, and its name in the file. */
struct proof_players
{
  const char *name;
  bool (*plays) (const void *context, thread_id thread, process_id process);
  const void *context;
};

/* Write a proof of QUERY by invariants.  False: the reason is set. */
bool proof_by_invariants (struct certificate *c, const struct query *query,
                          const struct proof_players *players);

/* ---- circles.c ---- */

/* Append to ROLES those that the circles of the model need.  False: the reason is set. */
typedef VEC (uint32_t) proof_roles;
bool proof_circles (struct certificate *c, proof_roles *roles);

#endif

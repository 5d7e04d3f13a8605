/* certifying.h -- the state of reading a certificate, for those who check its lines. */
#ifndef CERTIFICATE_CHECKER_CERTIFYING_H
#define CERTIFICATE_CHECKER_CERTIFYING_H

#include "base/refusal.h"
#include "certificate/checker/certify.h"
#include "certificate/checker/choice.h"
#include "certificate/checker/invariants.h"
#include "certificate/checker/script.h"

struct reading_state
{
  struct certify *certify;
  struct lines *lines;
  struct arena *arena, *scratch;
  struct idsets locks;
  struct part_scene scene;
  struct summaries summaries;
  struct tuples tuples;  /* numbered as in the certificate, and so are its sets */
  VEC (idset) lock_sets; /* by number in the certificate */
  VEC (summary) named;   /* summaries, by number in the certificate */
  VEC (struct closure *) roles;
  struct closure *current; /* the role whose claims are being read, or null */
  struct pairmap apart;    /* pairs of roles (choice.h) */
  VEC (struct script_cast *) casts;
  VEC (struct script *) scripts;
  process_id *first_alike; /* by process: the first one alike; computed when needed */
  uint32_t cursor;         /* the first query that may come next */
  struct invariants invariants;
};

/* Refuse the certificate that R reads because of the line AT, or of the current line.
   Both are false. */
#define reading_refuse_line(r, at, ...)                                                  \
  ((r)->certify->line = (at), REFUSE ((r)->certify->problem, __VA_ARGS__))
#define reading_refuse(r, ...) reading_refuse_line (r, (r)->lines->number, __VA_ARGS__)
/* Refuse the current line because it is not what it should be: WHAT. */
bool reading_malformed (struct reading_state *r, const char *what);

/* ---- question.c ---- */

/* Read the question that a line is about; fields and automata are in the arena or
   borrowed.  The automaton is never that of a deadlock, but of a circle. */
bool reading_question (struct reading_state *r, struct query *query);
/* Likewise for a line `role', which may also be about a script. */
bool reading_question_of_role (struct reading_state *r, struct query *query);
bool reading_same_question (const struct query *a, const struct query *b);
/* Read what a query asks: no circle, but also a deadlock, assert or access predicate. */
bool reading_asked (struct reading_state *r, struct query *query);
/* Is A the query B? */
bool reading_same_query (const struct query *a, const struct query *b);

/* ---- queries.c ---- */

bool reading_query (struct reading_state *r);
bool reading_open (struct reading_state *r);

/* Read what a line about a query is about, and ':'.  *FOUND: the query's number in the
   model's list; it must come after all queries that were read before. */
bool reading_find_query (struct reading_state *r, uint32_t *found);
/* Record that query NUMBER is safe. */
void reading_confirm (struct reading_state *r, uint32_t number);

/* ---- plays.c ---- */

bool reading_cast (struct reading_state *r);
bool reading_script (struct reading_state *r);
bool reading_play (struct reading_state *r);
bool reading_choice (struct reading_state *r);

/* Was every choice of processes for the threads of QUERY shown to be impossible, if they
   have the bodies BODIES, and MAY (by thread and process, or null) allows them? */
bool reading_is_played (struct reading_state *r, const struct query *query,
                        const body_id *bodies, const bool *const *may);

/* ---- invariants.c, if there is a SAT solver ---- */

bool reading_place (struct reading_state *r);
bool reading_places (struct reading_state *r);
bool reading_value (struct reading_state *r);
bool reading_invariant (struct reading_state *r);
bool reading_clause (struct reading_state *r);
/* All clauses of the current invariant, if there is one, were read: does it hold? */
bool reading_finish_invariant (struct reading_state *r);
bool reading_proved (struct reading_state *r);

#endif

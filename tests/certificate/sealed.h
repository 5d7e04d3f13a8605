/* sealed.h -- certificates as texts that a test may change: make, seal, check. */
#ifndef TESTS_CERTIFICATE_SEALED_H
#define TESTS_CERTIFICATE_SEALED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "certificate/checker/certify.h"
#include "ask/decide.h"
#include "eml/eml.h"
#include "phaseauto/read_automata.h"

/* A model, automata, and the verdicts of its queries. */
struct subject
{
  struct quota quota;
  struct ir_subject model;
  struct pa pa;
  struct queries queries;
  struct decide_options decide;
  enum verdict_kind *verdicts; /* by query, */
  bool *with_data;             /* ... and whether the values decided */
  uint64_t budget;             /* of a role in a certificate; 0: the usual one */
};

/* AUTOMATA: their text, or null for the strict ones.  Ends the program if something
   is wrong with them. */
void subject_init (struct subject *subject, const char *path, const char *text,
                   const char *automata);
/* The same of a text, with who waits for ever as one more query. */
void subject_init_stuck (struct subject *subject, const char *path, const char *text);
void subject_clear (struct subject *subject);

/* What a line about query number QUERY is about: "race 0", "assert 2". */
char *subject_about (const struct subject *subject, uint32_t query);

struct sealed
{
  char *text; /* terminated; owned */
  size_t length;
};

/* A certificate for the queries that are WANTED, as if they were safe. */
struct sealed sealed_make (struct subject *subject,
                           bool (*wanted) (const struct subject *subject, uint32_t query,
                                           uint32_t number),
                           uint32_t number);
/* A copy of TEXT, which lacks its last line, with a seal. */
struct sealed sealed_again (const char *text, size_t length);

struct sealed_answer
{
  bool fine;
  uint32_t confirmed, open;
  bool lies;     /* it confirmed a query that is not safe */
  uint32_t line; /* where it was refused, or 0 */
  char problem[CERTIFY_PROBLEM];
};
/* What does the checker say? */
struct sealed_answer sealed_check (struct subject *subject, const struct sealed *sealed);

#endif

/* subject.h -- a model and automata, and all the ways to decide them.
 *
 * A setting is a party, that is an engine, the portfolio or the naive search, and the
 * reductions it goes without.  Parties stand in one table (subject.c): whoever adds an
 * engine adds a row, and reductions come from phaseauto/reduction.h.
 *
 *     struct subject subject;
 *     if (subject_read (&subject, model, automata))
 *       subject_decide (&subject, setting, verdicts);
 *     subject_clear (&subject);
 *
 * Texts are borrowed, and everything read belongs to the subject.
 */
#ifndef TESTS_SUBJECT_H
#define TESTS_SUBJECT_H

#include <stdbool.h>
#include <stdint.h>

#include "eml/eml.h"
#include "models/families/chance.h"
#include "phaseauto/read_automata.h"
#include "phaseauto/reduction.h"
#include "query/query.h"
#include "witness/verdict.h"

struct subject
{
  struct quota quota;
  struct ir_subject model;
  struct pa pa;
  struct queries queries;
  const char *error; /* what could not be read, or null */
};

/* False if the model or the automata are not valid.  MEETINGS: races and the deadlock
   of the model are asked, too. */
bool subject_read (struct subject *subject, const char *model, const char *automata,
                   bool meetings);
void subject_clear (struct subject *subject);

/* ---- Parties and settings. ---- */

struct setting
{
  uint32_t party;   /* row of the table */
  uint32_t without; /* reductions */
};

uint32_t party_count (void);
const char *party_name (uint32_t party);
/* Does it answer unknown where it meets a bound of its own?  Others do so only if there
   are too many scripts (ask/life_scripts.h). */
bool party_is_bounded (uint32_t party);
/* The reductions it has. */
uint32_t party_reductions (uint32_t party);

/* Can SETTING afford SUBJECT?  Going without `active' is for few processes. */
bool setting_is_affordable (const struct subject *subject, struct setting setting);

#define MOST_SETTINGS 128
/* How many settings a model gets. */
enum effort
{
  EFFORT_LIGHT,    /* the first engine, the referee, and one more by chance: for
                      very many models */
  EFFORT_USUAL,    /* each engine; none, one and random sets of reductions off */
  EFFORT_THOROUGH, /* each engine, each reduction off alone */
};

/* Settings for SUBJECT, each engine with all reductions first. */
uint32_t settings_choose (struct setting *settings, const struct subject *subject,
                          struct chance *chance, enum effort effort);

/* Options of phaselock check that mean SETTING, in a buffer of SIZE bytes. */
void setting_describe (struct setting setting, char *buffer, size_t size);

/* What was found out about a query. */
struct finding
{
  enum verdict_kind kind;
  bool trivial; /* no process could play a thread */
  bool skipped; /* not asked: an earlier query took too long */
  bool bug;     /* a violation whose witness is not to be found or replayed */
  bool phases;  /* unknown: there are too many scripts, or phases */
};

/* Decide all queries of SUBJECT, one after the other, as the program does. */
void subject_decide (struct subject *subject, struct setting setting,
                     struct finding *findings);

/* Do the findings contradict each other, or themselves?  Unknown never does. */
bool findings_disagree (struct finding a, struct finding b);

#endif

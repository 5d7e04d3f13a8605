/* sarif_parts.h -- the parts that a SARIF log is put together from, for sarif*.c only.
 *
 * What these functions return is owned by the caller, and null if memory ran out.
 */
#ifndef RESULTS_SARIF_PARTS_H
#define RESULTS_SARIF_PARTS_H

#include "results/sarif.h"

struct position; /* explain/position.h */

/* ---- sarif_rules.c ---- */

/* The place of the rule of AUTOMATON among the rules of the log, which get it if they do
   not have it.  WRONG: of pa_assert (), the rule for statements that go wrong. */
uint32_t sarif_rule (struct sarif *sarif, const struct pa_automaton *automaton,
                     bool wrong);

/* The rules of all that was chosen. */
void sarif_list_rules (struct sarif *sarif);

/* "complete-12", of the rule at PLACE. */
json_t *sarif_rule_id (const struct sarif *sarif, uint32_t place);

/* ---- sarif_places.c ---- */

/* {"text": TEXT}.  In a message of SARIF {0} is a placeholder and [a](b) a link:
   braces are doubled, and a bracket that might end a link is escaped. */
json_t *sarif_message (const char *text);

/* {"uri": ..., "index": ...} of the file at PATH, which is listed.  A LANGUAGE may be
   null. */
json_t *sarif_artifact (struct sarif *sarif, const char *path, size_t length,
                        const char *language);

/* "java", or null: the language of the file at PATH. */
const char *sarif_language (const char *path, size_t length);

/* COLUMN may be 0: none. */
json_t *sarif_region (uint32_t line, uint32_t column);

/* A place in the program that a model was made from: POSITION of TEXT, in CLASS_NAME. */
json_t *sarif_program_place (struct sarif *sarif, const struct provenance *from,
                             const char *class_name, const char *text,
                             const struct position *position, struct arena *arena);

/* The file of the class that a model was made from. */
json_t *sarif_class_place (struct sarif *sarif, const struct provenance *from,
                           struct arena *arena);

/* OFFSET of the model that SUBJECT is; of one that was made, its class. */
json_t *sarif_model_place (struct sarif *sarif, const struct ir_subject *subject,
                           uint32_t offset, struct arena *arena);

/* The position FROM that the model gives, if that is a place in a file; else OFFSET, the
   place in the model. */
json_t *sarif_physical_place (struct sarif *sarif, const struct ir_subject *subject,
                              uint32_t offset, name_id from, struct arena *arena);

/* ---- sarif_flow.c ---- */

/* A finding that is being written, with what is needed until that is done. */
struct sarif_result
{
  struct sarif *sarif;
  bool *shown;                   /* by step */
  const struct finding *finding; /* of an unknown verdict, only which query */
  struct finding_place *places;  /* by step */
  struct arena *arena;
};

/* Compute which steps are shown, and where they are; the finding has a witness. */
void sarif_choose_steps (struct sarif_result *r);

/* The location of step I, with what happens there. */
json_t *sarif_step_place (struct sarif_result *r, uint32_t i);

/* The interleaving in one flow, and process by process. */
json_t *sarif_flows (struct sarif_result *r);

#endif

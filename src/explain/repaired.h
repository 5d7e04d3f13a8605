/* repaired.h -- a model with repairs in it, in memory of its own.
 *
 *     struct repaired repaired;
 *     repaired_init (&repaired, &quota);
 *     if (!quota_checkpoint (&quota) && repaired_make (&repaired, &repairs, finding))
 *       use (&repaired.lowering);
 *     repaired_clear (&repaired);
 *
 * Fields, locks, bodies and processes have the numbers that they have in the model.
 */
#ifndef EXPLAIN_REPAIRED_H
#define EXPLAIN_REPAIRED_H

#include "explain/repair.h"

struct repaired
{
  struct arena arena;
  struct diags diags;
  struct idsets idsets;
  struct ir_model model;
  struct ir ir;
  struct ir_projection lowering;
};

void repaired_init (struct repaired *repaired, struct quota *quota);
void repaired_clear (struct repaired *repaired);

/* Put REPAIRS into the model of FINDING, those that come first outside; false: then it is
   no model any more, since locks do not nest in it. */
bool repaired_make (struct repaired *repaired, const struct repairs *repairs,
                    const struct finding *finding);

/* Can the lock of REPAIR be held at its places?  If it is to be the same one in all
   bodies, is that another repair than with the lock of each? */
bool repaired_differs (const struct repair *repair, const struct ir_model *model);

#endif

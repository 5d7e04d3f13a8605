/* promela_head.h -- for promela.c: writes what stands around the processes.  Before them:
   the macros that choose what is asserted, locks and fields; after them, if fields start
   with any value: the process that chooses these and starts the others. */
#ifndef IR_PROMELA_HEAD_H
#define IR_PROMELA_HEAD_H

#include "ir/promela_effect.h"

void promela_put_macros (const struct promela *p);
void promela_put_fields (const struct promela *p);
/* Write the process that chooses initial values and then starts all others. */
void promela_put_init (const struct promela *p);

#endif

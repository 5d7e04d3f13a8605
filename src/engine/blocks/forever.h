/* forever.h -- who waits for ever (doc/theory-stuck.md, "Engines that ask a solver").
 *
 * Whether a process waits for ever depends on all that can come after a state.  From the
 * places alone, two weaker statements about one state can be made:
 *
 *     possible   a process waits, and every other one has to wait, too, or is where it
 *                can run in circles for ever without doing what is waited for.  If a
 *                process is ever stuck, such a state can be reached.
 *     certain    a set of processes waits, and no process outside of it can come to a
 *                step that a member needs.  In such a state the members are stuck.
 */
#ifndef ENGINE_BLOCKS_FOREVER_H
#define ENGINE_BLOCKS_FOREVER_H

#include "engine/blocks/block_relation.h"

struct forever;

/* Find out where each process has to wait; the steps of RELATION have been built. */
struct forever *forever_see (struct block_relation *relation);

/* The literal: in this state it is possible that processes such as the question means
   wait for ever. */
aig_lit forever_is_possible (struct forever *forever);

/* The literal: in this state it is certain. */
aig_lit forever_is_certain (struct forever *forever);

/* Write to PLACES where those wait for whom it is certain: at most as many as there are
   processes.  Returns their number. */
uint32_t forever_tell (const struct forever *forever, struct aig_values *values,
                       struct unrolled_hit_place *places);

#endif

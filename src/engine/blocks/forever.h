/* forever.h -- who waits for ever (doc/theory-stuck.md, "Engines that ask a solver").
 *
 * That somebody is stuck is said about all that can come after a state.  About one state
 * two things can be said, which the places decide:
 *
 *     possible   a process waits, and every other one has to wait, too, or is where it
 * can go round for ever without doing what is waited for.  If anybody is ever stuck, such
 * a state can be reached certain    a set of processes waits, and no other one can come
 * to a step that one of them needs.  In such a state they are stuck
 */
#ifndef ENGINE_BLOCKS_FOREVER_H
#define ENGINE_BLOCKS_FOREVER_H

#include "engine/blocks/block_relation.h"

struct forever;

/* The relation RELATION has been built, as far as its steps: who waits where? */
struct forever *forever_see (struct block_relation *relation);

/* Is it possible, as far as this state says, that those whom the question means wait for
   ever? */
aig_lit forever_is_possible (struct forever *forever);

/* Is it certain? */
aig_lit forever_is_certain (struct forever *forever);

/* Those for whom it is certain, and where they wait: at most as many as there are
   processes.  Returns their number. */
uint32_t forever_tell (const struct forever *forever, struct aig_values *values,
                       struct unrolled_hit_place *places);

#endif

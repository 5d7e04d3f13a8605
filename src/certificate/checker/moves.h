/* moves.h -- the steps of one process, without any reduction.
 *
 * From a place a process goes along one rule, whose effect is defined in ir/ir.h,
 * wpds/pds.h and doc/eml.md.  A step that cannot be made changes nothing.  No process
 * makes a step while another one is in the midst of an atomic block.
 */
#ifndef CERTIFICATE_CHECKER_MOVES_H
#define CERTIFICATE_CHECKER_MOVES_H

#include "certificate/checker/part.h"
#include "certificate/checker/stands.h"

/* The step from place number `index' in the list of the process is made if `when'. */
struct move
{
  uint32_t index;
  gate when;
};

struct moves
{
  struct system_state after;
  VEC (struct move) list;
  gate last; /* it is the last step of the automaton */
};

/* The gate: as far as atomic blocks decide, PROCESS may make a step in STATE. */
gate moves_may (const struct system *system, struct gates *gates,
                const struct system_state *state, uint32_t process);

/* All steps of PROCESS from BEFORE.  PART: the automaton of a pattern as the process's
   thread sees it; or null.  What is not determined is inputs. */
struct moves moves_of (const struct system *system, struct gates *gates,
                       const struct system_state *before, uint32_t process,
                       const struct part *part);

#endif

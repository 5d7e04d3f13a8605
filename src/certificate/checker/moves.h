/* moves.h -- the steps of one process, without any reduction.
 *
 * From a place a process goes along one rule; what that does is in ir/ir.h, wpds/pds.h
 * and doc/eml.md.  A step that cannot be made leaves everything as it is.  Nobody makes a
 * step while another process is in the midst of an atomic block.
 */
#ifndef CERTIFICATE_CHECKER_MOVES_H
#define CERTIFICATE_CHECKER_MOVES_H

#include "certificate/checker/part.h"
#include "certificate/checker/stands.h"

/* A step from place number `index' of the list of the process is made if `when'. */
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

/* May PROCESS make a step in STATE, as far as atomic blocks decide? */
gate moves_may (const struct system *system, struct gates *gates,
                const struct system_state *state, uint32_t process);

/* All steps of PROCESS from BEFORE.  PART: what the automaton of a pattern makes of them,
   if the process plays a thread; or null.  What is not decided is inputs. */
struct moves moves_of (const struct system *system, struct gates *gates,
                       const struct system_state *before, uint32_t process,
                       const struct part *part);

#endif

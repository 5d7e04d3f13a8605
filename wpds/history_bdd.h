/* history_bdd.h -- lock histories as Boolean variables [SPIN09, section 7].
 *
 * A history of L locks, numbered for it (lock_number), is a set of facts, each a
 * variable:
 *
 *     released l, used l, acquired l, held l           4 L of them
 *     m in AH[l], m in RH[l]                           for pairs l, m
 *
 * Pairs are sparse: m can only enter AH[l] or RH[l] if m is acquired or released
 * while l is held; where that never happens there is no variable.
 * (l in AH[l] iff l in A, l in RH[l] iff l in R: no variable either.)
 *
 * A tuple of histories has one set of variables per history, a ply: ply 0 is
 * the history that a stretch of a path starts with, ply p the one at the end
 * of its phase p - 1.  N processes have N sets per ply.
 *
 * The order of the variables.  A phase depends on the phase before it only through the
 * locks held in between; so the plies of different phases stand apart, one block after
 * the other, and a diagram has to remember little from block to block.  Inside a block
 * the variables of one fact stand together: those of the history at the end of the phase,
 * of the history that it was computed from (a twin, for compositions; ply 0 in the first
 * block), which differs little from it, and of the other processes.  Facts on one pair of
 * locks are neighbours because compatibility speaks of m in AH_1[l] and l in AH_2[m].
 */
#ifndef WPDS_HISTORY_BDD_H
#define WPDS_HISTORY_BDD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/ids.h"
#include "wpds/buddy.h"

#define HISTORY_NO_FACT UINT32_MAX

struct history_facts
{
  uint32_t locks, plies, processes;
  uint32_t facts;
  uint32_t *released, *used, *acquired, *held; /* fact numbers, by lock */
  uint32_t *after;  /* by l * locks + m: the fact m in AH[l], or HISTORY_NO_FACT */
  uint32_t *before; /* by l * locks + m: m in RH[l], likewise */
};

/* INSIDE[l * locks + m]: some process acquires or releases m while it holds l.
   INSIDE is borrowed; the tables are in ARENA. */
void history_facts_init (struct history_facts *facts, struct arena *arena, uint32_t locks,
                         const bool *inside, uint32_t plies, uint32_t processes);

uint32_t history_facts_variables (const struct history_facts *facts);

/* Does FACT say that a lock is held? */
bool history_fact_is_held (const struct history_facts *facts, uint32_t fact);

/* The variable of a fact in a ply of a process. */
uint32_t history_variable (const struct history_facts *facts, uint32_t fact, uint32_t ply,
                           uint32_t process);

/* The twin of FACT's variable in ply PLY, not 0, which compositions quantify away. */
uint32_t history_twin (const struct history_facts *facts, uint32_t fact, uint32_t ply,
                       uint32_t process);

#endif

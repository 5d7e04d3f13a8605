/* history_bdd.h -- lock histories as Boolean variables.
 *
 * A history of L locks is a set of facts, each a variable:
 *
 *     released l, used l, acquired l, held l           4 L of them
 *     m in AH[l], m in RH[l]                           for pairs l, m
 *
 * Pairs are sparse: m can only come into AH[l] or RH[l] if it is acquired or
 * released while l is held, and where that never happens there is no variable.
 * (l in AH[l] iff l in A, l in RH[l] iff l in R: no variable either.)
 *
 * A relation between histories has one column of variables per history, a
 * ply; N processes have N columns per ply.  All variables of one fact stand
 * together in the order, plies and processes interleaved, since relations are
 * close to the identity; facts on the same pair of locks stand together
 * because compatibility speaks of m in AH_1[l] and l in AH_2[m].
 */
#ifndef WPDS_HISTORY_BDD_H
#define WPDS_HISTORY_BDD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "wpds/buddy.h"

#define HISTORY_NO_FACT UINT32_MAX

struct history_facts
{
  uint32_t locks, plies, processes;
  uint32_t facts;
  uint32_t *released, *used, *acquired, *held; /* fact numbers, by lock */
  uint32_t *after;   /* by l * locks + m: the fact m in AH[l], or NO_FACT */
  uint32_t *before;  /* the same for RH */
};

/* INSIDE[l * locks + m]: some process acquires or releases m while it holds l.
   Borrowed; the tables are in ARENA. */
void history_facts_init (struct history_facts *facts, struct arena *arena,
                         uint32_t locks, const bool *inside, uint32_t plies,
                         uint32_t processes);

uint32_t history_facts_variables (const struct history_facts *facts);

/* The variable of a fact in a ply of a process. */
uint32_t history_variable (const struct history_facts *facts, uint32_t fact,
                           uint32_t ply, uint32_t process);

#endif

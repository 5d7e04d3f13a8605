/* life_script.h -- one script, and its automaton: see life_scripts.h. */
#ifndef ASK_LIFE_SCRIPT_H
#define ASK_LIFE_SCRIPT_H

#include "ask/life_cycles.h"
#include "phaseauto/phase_automaton.h"

enum member_state
{
  MEMBER_ASLEEP,
  MEMBER_AWAKE,
  MEMBER_ENDED,
};

/* A process that may take part.  The first members play the threads of the plain
   automaton, in their order. */
struct member
{
  process_id process;
  enum member_state state;
  uint32_t last; /* number of its last step in the plain automaton, from 1; 0: none */
};

enum item_kind
{
  ITEM_STEP, /* of the plain automaton; steps that happen together are one item */
  ITEM_START,
  ITEM_END,
};

/* An item of a script. */
struct item
{
  enum item_kind kind;
  uint32_t member; /* the actor of a start or end */
  idset processes; /* those that are started */
};

struct life_script
{
  const struct life_cycles *cycles;
  const struct pa_automaton *plain;
  uint32_t threads; /* of the plain automaton */
  VEC (struct member) members;
  VEC (struct item) items;
  bool outside_free; /* processes outside may do as they like; otherwise they sleep */
  idset tracked;     /* processes whose starts are events: only items start them */
};

/* The automaton of SCRIPT, whose items include all steps of the plain one.  Its threads
   are the members that act; MEMBER, with room for all, gets the member that plays each
   thread.  Everything lives in ARENA. */
struct pa_automaton *life_script_automaton (const struct life_script *script,
                                            uint32_t *member, struct arena *arena);

/* The process of MEMBER. */
static inline const struct pds_process *
life_script_process (const struct life_script *script, uint32_t member)
{
  assert (member < script->members.count);
  return &script->cycles->pds->processes.at[script->members.at[member].process.index];
}

#endif

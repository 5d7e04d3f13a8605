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

/* A process that may take part.  The first ones play the threads of the plain
   automaton, in their order. */
struct member
{
  process_id process;
  enum member_state state;
  uint32_t last; /* number of its last step in the plain automaton, from 1; 0: none */
};

enum item_kind
{
  ITEM_STEP, /* of the plain automaton; the steps that happen together are one */
  ITEM_START,
  ITEM_END,
};

/* An item of a script. */
struct item
{
  enum item_kind kind;
  uint32_t member; /* of a start or end: whose */
  idset processes; /* of a start */
};

struct life_script
{
  const struct life_cycles *cycles;
  const struct pa_automaton *plain;
  uint32_t threads; /* of the plain automaton */
  VEC (struct member) members;
  VEC (struct item) items;
  bool outside_free; /* processes that are no members may do as they like; if not, they
                        sleep */
  idset tracked;     /* processes whose starts are events: nobody starts them but in
                        the script */
};

/* The automaton of SCRIPT, which has all steps of the plain one.  Its threads are the
   members that do something; MEMBER, with room for all of them, gets the member that
   plays each.  Everything lives in ARENA. */
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

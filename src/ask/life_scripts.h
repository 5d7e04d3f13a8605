/* life_scripts.h -- life cycles as steps of automata (theory.md, section 11).
 *
 * In a model with starts and joins a process may have to wait for others: for its start,
 * or for the end of a process that it joins.  There are few such events, each happens
 * once, so their order can be written down beforehand.  A script is the chain of a
 * question's automaton with starts and ends inserted, an order in which all of them could
 * happen:
 *
 *     plain      u reads x;  v writes x;  u reads x
 *     a script   u starts v;  u reads x;  v writes x;  v ends;  u reads x
 *
 * Clauses say the rest: v does not wake before its start, nobody joins v before its end,
 * nobody starts v a second time.  So a script is an automaton like any other, whose
 * threads are all processes that take part, and the weighted engines answer it as any
 * question.  The question is a violation iff one of its scripts is.
 *
 * Which processes take part is found out step by step, from few to many.  If the
 * processes outside are free (they start whom they like, and may be joined at any time),
 * there are too many executions: if no script is a violation, the question is safe.  If
 * they are asleep, there are too few: a violation is one.  As a rule the first few
 * processes suffice.
 */
#ifndef ASK_LIFE_SCRIPTS_H
#define ASK_LIFE_SCRIPTS_H

#include "ask/groundwork.h"
#include "ask/life_script.h"
#include "engine/engine.h"

/* Answers QUESTION, which stands for SCRIPT; may unwind. */
typedef void (*script_asker) (void *context, const struct question *question,
                              const struct life_script *script, struct answer *answer);

/* Must PLAIN, a question for a weighted engine, be asked by scripts? */
bool life_scripts_needed (const struct groundwork *groundwork,
                          const struct question *plain);

/* Answer PLAIN by asking ASKER about its scripts.  ASKED: the script that was a
   violation, in ARENA, for the witness search; or PLAIN itself.  Returns a script with
   the members that were asked about last, and the assumption about those outside; null:
   none was asked.  Unknown with QUOTA_PHASES: there are too many scripts, or one needs
   too many phases. */
const struct life_script *life_scripts_ask (struct groundwork *groundwork,
                                            const struct question *plain,
                                            script_asker asker, void *context,
                                            struct question *asked, struct answer *answer,
                                            struct arena *arena);

#endif

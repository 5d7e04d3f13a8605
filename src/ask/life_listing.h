/* life_listing.h -- lists the scripts of some members, one after the other.
 *
 * Scripts are left out that accept nothing, or nothing that another one does not accept
 * (theory.md, section 11a): with events that no later one needs, with a start or an end
 * that its process cannot have reached yet, with ends earlier than right before a join.
 */
#ifndef ASK_LIFE_LISTING_H
#define ASK_LIFE_LISTING_H

#include "ask/life_script.h"

/* The most scripts, and the most processes that take part. */
#define LIFE_SCRIPTS_LIMIT 256
#define LIFE_MEMBERS_LIMIT 24

struct life_listing
{
  struct life_script *script; /* its members and tracked processes are given; its items
                                 become those of one script after the other */
  struct idsets *idsets;
  struct arena *arena;
  /* Called for each script; false: no more are wanted. */
  bool (*visit) (void *context);
  void *context;
  /* Results. */
  uint32_t scripts; /* visited */
  bool limited;     /* not all of them: there are too many */
  /* State of the listing. */
  uint32_t made; /* steps of the plain automaton in the items so far */
  idset started; /* processes that were started */
  uint32_t visits;
  bool over;
};

void life_listing_run (struct life_listing *listing);

#endif

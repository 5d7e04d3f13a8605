/* life_listing.h -- the scripts of some members, one after the other.
 *
 * Those that are left out accept nothing, or nothing that another one does not accept
 * (theory.md, section 11a): events that are of no use to anyone, a start or an end that
 * its process cannot have come to yet, ends earlier than right before a join.
 */
#ifndef ASK_LIFE_LISTING_H
#define ASK_LIFE_LISTING_H

#include "ask/life_script.h"

/* Scripts, and processes that take part: with more, nobody tries. */
#define LIFE_SCRIPTS_LIMIT 256
#define LIFE_MEMBERS_LIMIT 24

struct life_listing
{
  struct life_script *script; /* its members and tracked processes are known; the items
                                 are those of one script after the other */
  struct idsets *idsets;
  struct arena *arena;
  /* The script is whole; false: no more of them are wanted. */
  bool (*visit) (void *context);
  void *context;
  /* What came of it. */
  uint32_t scripts; /* visited */
  bool limited;     /* not all of them, for there are too many */
  /* So far. */
  uint32_t made; /* steps of the plain automaton */
  idset started; /* processes that were started */
  uint32_t visits;
  bool over;
};

void life_listing_run (struct life_listing *listing);

#endif

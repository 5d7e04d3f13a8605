/* atlas.h -- what the questions about a model share: worlds, places to wait, ways.
 *
 * A world is the model without some actions (ways.h).  Worlds, places and ways are
 * numbered, created when they are first asked for, and kept for later questions.  Numbers
 * and what they stand for do not depend on the order of the questions.
 *
 * Everything belongs to the atlas, whose quota may unwind any of these functions.
 */
#ifndef DIRECT_ATLAS_H
#define DIRECT_ATLAS_H

#include "engine/direct/demand.h"
#include "engine/direct/access_ways.h"

/* Accesses of one atomic set that a body makes. */
struct atlas_accesses
{
  bool *wanted; /* by action */
  uint32_t count;
};

struct atlas
{
  struct arena arena;
  const struct survey *survey;
  bool affordable; /* there are not too many bodies of processes: each has
                      a tree of ways to the symbols of the model */
  struct action_sets sets;
  struct pairmap world_numbers; /* (barred, avoided) -> into worlds */
  VEC (struct ways *) worlds;
  struct pairmap hold_numbers;   /* (locks, 0) -> into holds */
  VEC (const bool *) holds;      /* by symbol: no other locks are held */
  struct pairmap access_numbers; /* (body, atomic set) -> into accesses */
  VEC (struct atlas_accesses) accesses;
  struct pairmap access_ways_worlds;  /* (world of the unit, world before), */
  struct pairmap access_ways_terms;   /* (number of the former, hold or ATLAS_NO_HOLD), */
  struct pairmap access_ways_bodies;  /* (number of the former, of accesses), */
  struct pairmap access_ways_numbers; /* and (number of the former, start): the fan */
  VEC (bool) hopeless; /* by number in access_ways_bodies: no thread can wait there */
  uint32_t searched;   /* fans */
  struct fans fans;
};

#define ATLAS_NO_HOLD UINT32_MAX

/* SURVEY is borrowed. */
void atlas_init (struct atlas *atlas, const struct survey *survey, struct quota *quota);
void atlas_clear (struct atlas *atlas);

/* Does the atlas take so much memory that it should be created anew? */
bool atlas_is_full (const struct atlas *atlas);

/* The actions of SET, which is a number of `sets'. */
const uint32_t *atlas_actions (const struct atlas *atlas, uint32_t set, uint32_t *count);

/* The world without the actions of the set BARRED and without the acquisitions of the
   locks AVOIDED. */
uint32_t atlas_world (struct atlas *atlas, uint32_t barred, idset avoided);

/* The places where no lock is held but those of LOCKS. */
uint32_t atlas_hold (struct atlas *atlas, idset locks);

/* By symbol: the entry of its procedure, or WAYS_NONE. */
const uint32_t *atlas_entries (struct atlas *atlas);

/* The way that is wanted between two accesses. */
struct atlas_way
{
  body_id body;
  set_id set;                    /* of the accesses */
  uint32_t start, goal;          /* sets of actions */
  uint32_t before, unit;         /* the worlds up to the first access and from there on */
  uint32_t hold;                 /* the places where it may wait in between;
                                    ATLAS_NO_HOLD: it need not */
  const struct ways_tree *reach; /* of the body in the world before */
};

/* A way as ASKED for; valid until the next call. */
struct access_ways_way atlas_find (struct atlas *atlas, const struct atlas_way *asked,
                                   struct arena *scratch);

#endif

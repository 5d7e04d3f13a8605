/* atlas.c -- see atlas.h. */
#include <config.h>

#include "engine/direct/atlas.h"

#include <assert.h>
#include <string.h>

/* The most numbers that all worlds together may keep for the symbols of a model, and how
   many worlds may be kept in any case. */
#define SYMBOLS_LIMIT ((size_t) 1 << 22)
#define WORLDS_KEPT 16
/* The most symbols of the model, times bodies of processes. */
#define TREES_LIMIT ((uint64_t) 1 << 24)

void
atlas_init (struct atlas *atlas, const struct survey *survey, struct quota *quota)
{
  memset (atlas, 0, sizeof *atlas);
  atlas->survey = survey;
  uint64_t bodies = 0;
  for (uint32_t b = 0; b < survey->bodies; b++)
    bodies += survey->body[b].known;
  assert (bodies > 0);
  atlas->affordable = bodies * pds_symbol_count (survey->pds) <= TREES_LIMIT;
  struct arena *arena = &atlas->arena;
  arena_init (arena, quota);
  action_sets_init (&atlas->sets, arena);
  struct pairmap *maps[]
    = { &atlas->world_numbers,      &atlas->hold_numbers,      &atlas->access_numbers,
        &atlas->access_ways_worlds, &atlas->access_ways_terms, &atlas->access_ways_bodies,
        &atlas->access_ways_numbers };
  for (uint32_t i = 0; i < sizeof maps / sizeof *maps; i++)
    pairmap_init (maps[i], arena);
  fans_init (&atlas->fans, arena);
}

void
atlas_clear (struct atlas *atlas)
{
  arena_clear (&atlas->arena);
  memset (atlas, 0, sizeof *atlas);
}

bool
atlas_is_full (const struct atlas *atlas)
{
  size_t worlds = atlas->worlds.count;
  return worlds > WORLDS_KEPT
         && worlds * pds_symbol_count (atlas->survey->pds) > SYMBOLS_LIMIT;
}

const uint32_t *
atlas_actions (const struct atlas *atlas, uint32_t set, uint32_t *count)
{
  assert (set + 1 < atlas->sets.first.count);
  *count = atlas->sets.first.at[set + 1] - atlas->sets.first.at[set];
  return atlas->sets.actions.at + atlas->sets.first.at[set];
}

/* ---- Worlds and places. ---- */

uint32_t
atlas_world (struct atlas *atlas, uint32_t barred, idset avoided)
{
  const struct survey *survey = atlas->survey;
  const struct pds *pds = survey->pds;
  uint32_t number = pairmap_number (&atlas->world_numbers, barred, avoided.index), count;
  if (number < atlas->worlds.count)
    return number;
  assert (number == atlas->worlds.count);
  bool *bars = arena_calloc (&atlas->arena, pds->actions.count, sizeof *bars);
  const uint32_t *actions = atlas_actions (atlas, barred, &count);
  for (uint32_t i = 0; i < count; i++)
    bars[actions[i]] = true;
  IDSET_EACH (l, pds->idsets, avoided)
    {
      uint32_t acquire = survey_acquire_of (survey, (lock_id){ l });
      /* What is held was acquired. */
      assert (acquire < pds->actions.count);
      bars[acquire] = true;
    }
  *vec_push (&atlas->arena, &atlas->worlds) = ways_new (survey, bars, &atlas->arena);
  return number;
}

uint32_t
atlas_hold (struct atlas *atlas, idset locks)
{
  const struct survey *survey = atlas->survey;
  uint32_t number = pairmap_number (&atlas->hold_numbers, locks.index, 0);
  if (number < atlas->holds.count)
    return number;
  assert (number == atlas->holds.count);
  uint32_t symbols = pds_symbol_count (survey->pds);
  bool *waits = arena_calloc (&atlas->arena, symbols + (size_t) 1, sizeof *waits);
  for (uint32_t s = 0; s < symbols; s++)
    waits[s]
      = idset_is_empty (survey->held[s])
        || idset_is_empty (idset_minus (survey->pds->idsets, survey->held[s], locks));
  *vec_push (&atlas->arena, &atlas->holds) = waits;
  return number;
}

const uint32_t *
atlas_entries (struct atlas *atlas)
{
  struct ways *all = atlas->worlds.at[atlas_world (atlas, 0, IDSET_EMPTY)];
  ways_need_levels (all);
  return all->entry;
}

/* ---- Ways. ---- */

/* The number of the accesses of BODY to fields of SET. */
static uint32_t
need_accesses (struct atlas *atlas, body_id body, set_id set)
{
  const struct pds *pds = atlas->survey->pds;
  const struct survey_body *reached = &atlas->survey->body[body.index];
  uint32_t number = pairmap_number (&atlas->access_numbers, body.index, set.index);
  assert (reached->known && number <= atlas->accesses.count);
  if (number < atlas->accesses.count)
    return number;
  struct atlas_accesses accesses
    = { arena_calloc (&atlas->arena, pds->actions.count, sizeof (bool)), 0 };
  for (uint32_t i = 0; i < reached->actions.count; i++)
    {
      uint32_t a = reached->actions.at[i].action;
      const struct pds_action_info *info = &pds->actions.at[a];
      if (pds_action_is_access (info)
          && set_equal (pds->fields.at[pds_action_field (info).index].set, set))
        {
          accesses.wanted[a] = true;
          accesses.count++;
        }
    }
  *vec_push (&atlas->arena, &atlas->accesses) = accesses;
  return number;
}

struct access_ways_way
atlas_find (struct atlas *atlas, const struct atlas_way *asked, struct arena *scratch)
{
  uint32_t worlds
    = pairmap_number (&atlas->access_ways_worlds, asked->unit, asked->before);
  uint32_t terms = pairmap_number (&atlas->access_ways_terms, worlds, asked->hold), count;
  uint32_t number = need_accesses (atlas, asked->body, asked->set);
  const struct atlas_accesses *accesses = &atlas->accesses.at[number];
  uint32_t group = pairmap_number (&atlas->access_ways_bodies, terms, number);
  bool waits = asked->hold != ATLAS_NO_HOLD;
  assert (!waits || asked->hold < atlas->holds.count);
  assert (asked->before < atlas->worlds.count && asked->unit < atlas->worlds.count);
  ways_need_levels (atlas->worlds.at[asked->before]);
  struct access_ways_terms search = { atlas->worlds.at[asked->unit],
                                      atlas->worlds.at[asked->before],
                                      asked->reach,
                                      &atlas->survey->body[asked->body.index],
                                      waits ? atlas->holds.at[asked->hold] : NULL,
                                      accesses->wanted,
                                      accesses->count };
  if (group == atlas->hopeless.count)
    *vec_push (&atlas->arena, &atlas->hopeless)
      = waits && !access_ways_may_wait (&search, scratch);
  if (atlas->hopeless.at[group])
    return (struct access_ways_way){ NULL, 0, 0 };
  uint32_t fan = pairmap_number (&atlas->access_ways_numbers, group, asked->start);
  assert (fan <= atlas->searched);
  if (fan == atlas->searched)
    {
      const uint32_t *actions = atlas_actions (atlas, asked->start, &count);
      fans_search (&atlas->fans, fan, &search, actions, count, scratch);
      atlas->searched++;
    }
  const uint32_t *actions = atlas_actions (atlas, asked->goal, &count);
  return fans_find (&atlas->fans, fan, actions, count);
}

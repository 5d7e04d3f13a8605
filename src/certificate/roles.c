/* roles.c -- see proof.h: what a thread watches, solving roles, writing them down. */
#include <config.h>

#include "certificate/proof.h"

#include <assert.h>

#include "base/log.h"
#include "certificate/claims.h"
#include "phaseauto/reduction.h"

/* A certificate is read back as a text, so its size is limited. */
#define SIZE_LIMIT ((uint64_t) SOURCE_LIMIT / 8 * 7)

struct participant
proof_participant (const struct certificate *c, body_id body, const struct watch *watch)
{
  assert (body.index < c->groundwork.survey.bodies && c->processes_of[body.index] > 0);
  process_id process = c->first_of[body.index];
  return (struct participant){ body, c->about.pds->processes.at[process.index].entry,
                               watch };
}

/* Like watch_init, but with the classes of instance.h. */
void
proof_watch (struct certificate *c, const struct proof_case *about, thread_id thread,
             struct watch *watch)
{
  const struct pds *pds = c->about.pds;
  const struct pa_automaton *automaton = about->automaton;
  struct pa_instance instance = { automaton, about->fields, about->set, pds->idsets };
  struct pa_role role;
  pa_role_init (&role, automaton, thread, &c->query);
  watch_init (watch, &c->groundwork.index, &role, about->fields, about->set, &c->query);
  assert (watch->steps == pa_phases (automaton) && watch->steps < 64);
  assert (!(watch->foreign >> watch->steps));
  /* What is held where a lock is awaited is computed by phaseauto/product.c. */
  idset held = lock_equal (watch->holding, LOCK_NONE)
                 ? IDSET_EMPTY
                 : idset_add (pds->idsets, IDSET_EMPTY, watch->holding.index);
  struct watch_entry *entries
    = arena_alloc (&c->query, pds->actions.count * sizeof *entries + 1);
  uint32_t count = 0;
  for (uint32_t a = 0; a < pds->actions.count; a++)
    {
      const struct pds_action_info *action = &pds->actions.at[a];
      const struct watch_entry *known = watch_find (watch, a);
      struct watch_entry entry = { .action = a, .matters = known && known->matters };
      struct slice_class *class = &entry.class;
      for (uint32_t x = 0; x < watch->steps; x++)
        {
          struct pa_moves moves = pa_instance_moves (&instance, x, thread, action);
          if (x + 1 == watch->steps && automaton->together > 1)
            moves.step = pa_instance_poised (&instance, thread, action, held);
          class->step |= (uint64_t) moves.step << x;
          class->forbidden |= (uint64_t) !moves.loop << x;
        }
      entry.matters |= class->step != 0;
      if (class->step || class->forbidden || entry.matters)
        entries[count++] = entry;
    }
  watch_set_entries (watch, entries, count);
}

static struct solution_cache *
find_family (struct certificate *c, idset kept)
{
  for (uint32_t i = 0; i < c->families.count; i++)
    if (idset_equal (c->families.at[i].kept, kept))
      return &c->families.at[i].roles;
  struct family *family = vec_push (&c->kept, &c->families);
  family->kept = kept;
  solution_cache_init (&family->roles, &c->kept);
  return &family->roles;
}

/* The number of LOCKS as a set in the file. */
static uint32_t
number_locks (struct certificate *c, const struct lock_numbers *locks)
{
  struct certificate_text set = { .arena = &c->scratch };
  VEC (uint32_t) members = VEC_EMPTY;
  for (uint32_t i = 0; i < locks->count; i++)
    *vec_push (&c->scratch, &members) = locks->lock[i].index;
  text_print_ranges (&set, members.at, members.count);
  return writer_number (&c->writer, WRITER_LOCKS, &set);
}

/* Solve a role and write it down.  Returns null, or the resource that it exceeds. */
static const char *
write_role (struct certificate *c, const struct proof_case *about, thread_id thread,
            const struct participant *participant, idset kept)
{
  const struct pds *pds = c->about.pds;
  struct arena *scratch = &c->scratch;
  struct lock_numbers locks;
  lock_numbers_init (&locks, pds->locks.count, scratch);
  lock_numbers_add_set (&locks, pds->idsets, kept);
  struct fragments fragments;
  struct antichains antichains;
  fragments_init (&fragments, scratch, locks.count);
  antichains_init (&antichains, scratch, &fragments, participant->watch->steps - 1);
  antichains.budget = c->about.budget ? c->about.budget : CERTIFICATE_BUDGET;
  struct wpds_domain domain = antichain_domain (&antichains);
  struct solution_domain how = tuple_weights (&domain, &antichains);
  struct question question = { .survey = &c->groundwork.survey,
                               .steps = participant->watch->steps,
                               .participants = participant,
                               .count = 1,
                               .reductions = REDUCTION_MOVERS };
  struct solution_task task
    = { .question = &question, .participant = participant, .locks = &locks };
  struct solution solution;
  process_id process = c->first_of[participant->body.index];
  solution_init (&solution, &how, &task, &c->quota, scratch);
  LOG (2, "role %u: %s as thread %s of %s, %u locks: work %llu%s",
       (unsigned) c->sizes.roles, pds->processes.at[process.index].name,
       about->automaton->threads.at[thread.index].name, about->name,
       (unsigned) locks.count, (unsigned long long) antichains.work,
       antichains.exceeded ? ", too much" : "");
  if (antichains.exceeded)
    return "budget";
  struct certificate_text text = { .arena = scratch };
  uint32_t lock_set = number_locks (c, &locks);
  claims_print (&text, &c->writer, &solution, &antichains, &locks, scratch);
  if (c->writer.bytes + text.bytes.count > SIZE_LIMIT)
    return "size";
  writer_print (&c->writer, "role %u %u %u %s # role %u\n", (unsigned) process.index,
                (unsigned) thread.index, (unsigned) lock_set, about->name,
                (unsigned) c->sizes.roles);
  writer_put (&c->writer, text.bytes.at, text.bytes.count);
  return NULL;
}

uint32_t
proof_role (struct certificate *c, const struct proof_case *about, thread_id thread,
            const struct watch *watch, body_id body, idset locks)
{
  assert (about->name && thread.index < about->automaton->threads.count);
  struct solution_cache *roles = find_family (c, locks);
  struct participant participant = proof_participant (c, body, watch);
  const struct solution_entry *entry = solution_cache_find (roles, &participant);
  if (entry)
    {
      if (entry->result.bits == PROOF_FAILED)
        c->reason = "budget";
      return (uint32_t) entry->result.bits;
    }
  c->reason = write_role (c, about, thread, &participant, locks);
  arena_clear (&c->scratch);
  /* Counted before anything can unwind, since the role is in the file. */
  wpds_weight number = { .bits = c->reason ? PROOF_FAILED : c->sizes.roles++ };
  solution_cache_add (roles, &participant, number, 0, 0);
  return (uint32_t) number.bits;
}

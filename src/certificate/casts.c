/* casts.c -- see proof.h: proofs by scripts (doc/theory-life-cycles.md).
 *
 * Engines find out which processes have to take part, and which scripts there are
 * (ask/life_scripts.h); here these are written down, each with its roles.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "base/log.h"
#include "certificate/proof.h"
#include "ask/casting.h"
#include "ask/life_script.h"
#include "ask/life_scripts.h"
#include "ask/portfolio.h"
#include "phaseauto/reduction.h"

struct proof
{
  struct certificate *c;
  const struct proof_case *about;
  const process_id *processes; /* by thread of the case */
  const struct engine *engine;
  VEC (struct life_script) scripts; /* the scripts that were asked about */
  const struct life_script *last;   /* the last one: its members and assumption */
  uint32_t cast;                    /* its number in the file */
};

/* ---- Which choices are looked at? ---- */

static bool
are_alike (const struct certificate *c, process_id p, process_id q)
{
  const struct pds_process *processes = c->about.pds->processes.at;
  return body_equal (processes[p.index].body, processes[q.index].body)
         && processes[p.index].started == processes[q.index].started
         && life_cycles_alike (&c->groundwork.life_cycles, p, q);
}

/* By process: the first one that is alike. */
static const process_id *
first_alike (struct certificate *c)
{
  uint32_t count = c->about.pds->processes.count;
  if (c->first_alike)
    return c->first_alike;
  assert (count > 0);
  process_id *first = arena_alloc (&c->kept, (count + (size_t) 1) * sizeof *first);
  VEC (process_id)
  firsts = VEC_EMPTY; /* of the current body; its processes follow each other */
  for (process_id p = { 0 }; p.index < count; p.index++)
    {
      uint32_t k = 0;
      if (p.index > 0
          && !body_equal (c->about.pds->processes.at[p.index].body,
                          c->about.pds->processes.at[p.index - 1].body))
        firsts.count = 0;
      for (; k < firsts.count && !are_alike (c, firsts.at[k], p); k++)
        quota_tick (&c->quota);
      if (k == firsts.count)
        *vec_push (&c->kept, &firsts) = p;
      first[p.index] = firsts.at[k];
    }
  return c->first_alike = first;
}

/* PROCESSES, with the first ones in place of others that are alike. */
static process_id *
representatives (struct certificate *c, const process_id *processes, uint32_t count)
{
  const process_id *first = first_alike (c);
  process_id *chosen = arena_alloc (&c->query, count * sizeof *chosen);
  for (uint32_t t = 0; t < count; t++)
    {
      assert (processes[t].index < c->about.pds->processes.count);
      process_id class = first[processes[t].index];
      uint32_t before = 0;
      for (uint32_t u = 0; u < t; u++)
        before += process_equal (first[processes[u].index], class);
      for (chosen[t] = class;; chosen[t].index++)
        if (process_equal (first[chosen[t].index], class) && before-- == 0)
          break;
    }
  return chosen;
}

static bool
is_new_choice (struct certificate *c, const struct proof *proof)
{
  uint32_t count = proof->about->automaton->threads.count;
  for (uint32_t i = 0; i < c->choices.count; i++)
    {
      const struct proof_choice *choice = &c->choices.at[i];
      if (choice->count == count && strcmp (choice->name, proof->about->name) == 0
          && memcmp (choice->processes, proof->processes, count * sizeof (process_id))
               == 0)
        return false;
    }
  *vec_push (&c->query, &c->choices)
    = (struct proof_choice){ proof->about->name, proof->processes, count };
  return true;
}

/* ---- Which scripts are needed? ---- */

static void
ask_engine (void *context, const struct question *question,
            const struct life_script *script, struct answer *answer)
{
  struct proof *proof = context;
  struct arena *arena = &proof->c->query;
  if (script)
    {
      struct life_script *copy = vec_push (arena, &proof->scripts);
      *copy = *script;
      memset (&copy->items, 0, sizeof copy->items);
      for (uint32_t i = 0; i < script->items.count; i++)
        *vec_push (arena, &copy->items) = script->items.at[i];
    }
  engine_pool_ask (&proof->c->pool, proof->engine, question, &proof->c->counts, answer);
}

/* Is SCRIPT part of the proof?  The members of the proof are those asked about last, and
   so is the assumption about the others. */
static bool
is_needed (const struct proof *proof, const struct life_script *script)
{
  assert (script->threads == proof->about->automaton->threads.count);
  return script->members.count == proof->last->members.count
         && script->outside_free == proof->last->outside_free;
}

/* Write SCRIPT and its roles.  False: the reason is set. */
static bool
find_scripts (struct proof *proof, const struct question *question)
{
  struct certificate *c = proof->c;
  struct question asked;
  struct answer answer = { .kind = VERDICT_UNKNOWN };
  assert (!question->scripted && !c->reason);
  ask_engine (proof, question, NULL, &answer);
  if (answer.kind == VERDICT_SAFE)
    return true;
  if (life_scripts_needed (&c->groundwork, question))
    proof->last = life_scripts_ask (&c->groundwork, question, ask_engine, proof, &asked,
                                    &answer, &c->query);
  if (answer.kind == VERDICT_SAFE)
    return true;
  c->reason = "scripts";
  return false;
}

/* Each line is built completely before it is written, since memory may run out. */

static void
put_line (struct certificate *c, struct certificate_text *line)
{
  assert (line->bytes.count > 0 && line->bytes.at[0] >= 'a');
  text_print (line, "\n");
  writer_put (&c->writer, line->bytes.at, line->bytes.count);
}

static void
text_print_set (struct certificate *c, struct certificate_text *line, idset processes)
{
  VEC (uint32_t) list = VEC_EMPTY;
  for (uint32_t p = 0; p < c->about.pds->processes.count; p++)
    if (idset_has (c->about.pds->idsets, processes, p))
      *vec_push (&c->query, &list) = p;
  if (list.count > 0)
    text_print (line, " ");
  text_print_ranges (line, list.at, list.count);
}

static void
write_cast (struct proof *proof)
{
  struct certificate *c = proof->c;
  const struct life_script *last = proof->last;
  struct certificate_text line = { .arena = &c->query };
  idset members = IDSET_EMPTY;
  assert (last->members.count >= proof->about->automaton->threads.count);
  for (uint32_t i = 0; i < last->members.count; i++)
    members
      = idset_add (c->about.pds->idsets, members, last->members.at[i].process.index);
  text_print (&line, "cast ");
  for (const char *byte = proof->about->name; *byte; byte++)
    *vec_push (&c->query, &line.bytes) = *byte;
  text_print (&line, " :");
  for (uint32_t t = 0; t < proof->about->automaton->threads.count; t++)
    text_print (&line, " %u", (unsigned) proof->processes[t].index);
  text_print (&line, " :");
  text_print_set (c, &line, members);
  if (!last->outside_free)
    text_print_set (c, &line, last->tracked);
  text_print (&line, " # cast %u", (unsigned) c->casts);
  put_line (c, &line);
  proof->cast = c->casts++;
}

/* Write the items; returns the number of the script in the file. */
static uint32_t
write_items (struct proof *proof, const struct life_script *script)
{
  struct certificate *c = proof->c;
  struct certificate_text line = { .arena = &c->query };
  assert (proof->cast < c->casts && script->items.count > 0);
  text_print (&line, "script %u", (unsigned) proof->cast);
  for (uint32_t k = 0; k < script->items.count; k++)
    {
      const struct item *item = &script->items.at[k];
      uint32_t actor = script->members.at[item->member].process.index;
      if (item->kind == ITEM_STEP)
        text_print (&line, " step");
      else
        text_print (&line, " %s %u", item->kind == ITEM_START ? "start" : "end",
                    (unsigned) actor);
      if (item->kind == ITEM_START)
        text_print_set (c, &line, item->processes);
    }
  text_print (&line, " # script %u", (unsigned) c->scripts);
  put_line (c, &line);
  return c->scripts++;
}

/* The order of a script's threads in the file: first those of the case, then the others
   by the numbers of their processes. */
static void
order_threads (const struct life_script *script, const uint32_t *member, uint32_t count,
               uint32_t *order)
{
  assert (script->threads <= count && count <= script->members.count);
  for (uint32_t t = 0; t < count; t++)
    {
      uint32_t place = t;
      for (; place > script->threads
             && script->members.at[member[order[place - 1]]].process.index
                  > script->members.at[member[t]].process.index;
           place--)
        order[place] = order[place - 1];
      order[place] = t;
    }
}

/* False: the reason is set. */
static bool
write_script (struct proof *proof, const struct life_script *script)
{
  struct certificate *c = proof->c;
  const struct pds *pds = c->about.pds;
  struct arena *arena = &c->query;
  uint32_t number = write_items (proof, script);
  uint32_t *member = arena_alloc (arena, script->members.count * sizeof *member);
  struct proof_case about = *proof->about;
  about.automaton = life_script_automaton (script, member, arena);
  about.name = arena_format (arena, "script %u", (unsigned) number);
  uint32_t threads = about.automaton->threads.count;
  assert (threads >= script->threads && about.automaton->steps.count <= PA_SIZE_LIMIT);
  uint32_t *order = arena_alloc (arena, threads * sizeof *order);
  struct watch *watches = arena_alloc (arena, threads * sizeof *watches);
  struct participant *participants = arena_alloc (arena, threads * sizeof *participants);
  order_threads (script, member, threads, order);
  for (thread_id t = { 0 }; t.index < threads; t.index++)
    {
      process_id process = script->members.at[member[t.index]].process;
      proof_watch (c, &about, t, &watches[t.index]);
      participants[t.index]
        = proof_participant (c, pds->processes.at[process.index].body, &watches[t.index]);
    }
  idset locks = locks_that_matter (&c->groundwork.survey, participants, threads,
                                   REDUCTION_PRIVATE_LOCKS | REDUCTION_IDLE_LOCKS, arena);
  proof_roles roles = VEC_EMPTY;
  for (uint32_t i = 0; i < threads; i++)
    {
      uint32_t t = order[i];
      uint32_t role = proof_role (c, &about, (thread_id){ i }, &watches[t],
                                  participants[t].body, locks);
      if (role == PROOF_FAILED)
        return false;
      *vec_push (arena, &roles) = role;
    }
  writer_print (&c->writer, "play %u :", (unsigned) number);
  for (uint32_t i = 0; i < roles.count; i++)
    writer_print (&c->writer, " %u", (unsigned) roles.at[i]);
  writer_print (&c->writer, "\n");
  return true;
}

bool
proof_by_scripts (struct certificate *c, const struct proof_case *about,
                  const process_id *processes, const struct watch *watches)
{
  uint32_t threads = about->automaton->threads.count;
  struct proof proof = { .c = c, .about = about, .engine = portfolio_first () };
  assert (proof.engine && proof_needs_scripts (c));
  proof.processes = representatives (c, processes, threads);
  if (!is_new_choice (c, &proof))
    return true;
  struct pa_instance instance
    = { about->automaton, about->fields, about->set, c->about.pds->idsets };
  struct casting casting
    = { &c->groundwork, &c->ask, &instance, proof.processes, watches };
  struct question question;
  casting_ask (&casting, &question, &c->query);
  if (!find_scripts (&proof, &question))
    return false;
  if (!proof.last)
    return true;
  write_cast (&proof);
  for (uint32_t i = 0; i < proof.scripts.count; i++)
    if (is_needed (&proof, &proof.scripts.at[i])
        && !write_script (&proof, &proof.scripts.at[i]))
      return false;
  writer_print (&c->writer, "choice %u\n", (unsigned) proof.cast);
  LOG (2, "cast %u of %s: %u processes take part", (unsigned) proof.cast, about->name,
       (unsigned) proof.last->members.count);
  return true;
}

/* ---- All choices of a query. ---- */

struct chooser
{
  struct certificate *c;
  const struct proof_case *about;
  const struct watch *watches;
  bool (*plays) (const void *context, thread_id thread, process_id process);
  const void *context;
  process_id *chosen; /* by thread */
};

/* Could Q, which plays no thread yet, stand for P in any thread? */
static bool
is_double (const struct chooser *chooser, process_id p, process_id q)
{
  const process_id *first = chooser->c->first_alike;
  assert (first && !process_equal (p, q));
  bool same = process_equal (first[p.index], first[q.index]);
  for (thread_id t = { 0 }; same && t.index < chooser->about->automaton->threads.count;
       t.index++)
    same = chooser->plays (chooser->context, t, p)
           == chooser->plays (chooser->context, t, q);
  return same;
}

static bool
is_chosen (const struct chooser *chooser, process_id p, uint32_t threads)
{
  for (uint32_t t = 0; t < threads; t++)
    if (process_equal (chooser->chosen[t], p))
      return true;
  return false;
}

static bool
choose (struct chooser *chooser, thread_id thread)
{
  if (thread.index == chooser->about->automaton->threads.count)
    return proof_by_scripts (chooser->c, chooser->about, chooser->chosen,
                             chooser->watches);
  const process_id *first = first_alike (chooser->c);
  for (process_id p = { 0 }; p.index < chooser->c->about.pds->processes.count; p.index++)
    {
      bool fits = chooser->plays (chooser->context, thread, p)
                  && !is_chosen (chooser, p, thread.index);
      for (process_id q = first[p.index]; q.index < p.index && fits; q.index++)
        fits = is_chosen (chooser, q, thread.index) || !is_double (chooser, p, q);
      chooser->chosen[thread.index] = p;
      if (fits && !choose (chooser, (thread_id){ thread.index + 1 }))
        return false;
    }
  return true;
}

bool
proof_all_by_scripts (struct certificate *c, const struct proof_case *about,
                      const struct watch *watches,
                      bool (*plays) (const void *context, thread_id thread,
                                     process_id process),
                      const void *context)
{
  uint32_t threads = about->automaton->threads.count;
  struct chooser chooser
    = { c,     about,   watches,
        plays, context, arena_alloc (&c->query, threads * sizeof (process_id)) };
  assert (threads > 0);
  return choose (&chooser, (thread_id){ 0 });
}

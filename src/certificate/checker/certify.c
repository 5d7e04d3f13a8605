/* certify.c -- see certify.h: reading, line by line, and what each line asks. */
#include <config.h>

#include "certificate/checker/certify.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "certificate/checker/choice.h"
#include "certificate/checker/lines.h"

void
certify_digest (const char *text, size_t length, char digest[CERTIFY_DIGEST])
{
  XXH128_hash_t hash = XXH3_128bits (text, length);
  snprintf (digest, CERTIFY_DIGEST, "%016llx%016llx", (unsigned long long) hash.high64,
            (unsigned long long) hash.low64);
}

/* Fail, at LINE of the certificate, or 0. */
static bool __attribute__ ((format (printf, 3, 4)))
refuse (struct certify *certify, uint32_t line, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (certify->problem, sizeof certify->problem, format, arguments);
  va_end (arguments);
  certify->line = line;
  return false;
}

/* ---- The head and the seal. ---- */

/* The last line says how many there are before it, and their digest. */
static bool
check_seal (struct certify *certify, uint32_t *length)
{
  const struct source *file = certify->certificate;
  const char *text = file->text;
  uint32_t begin = file->length;
  bool ended = begin > 0 && text[begin - 1] == '\n';
  if (ended)
    for (begin--; begin > 0 && text[begin - 1] != '\n';)
      begin--;
  struct lines lines;
  lines_start (&lines, text + begin, file->length - begin);
  uint32_t count = 0, said;
  char digest[CERTIFY_DIGEST], found[CERTIFY_DIGEST];
  for (uint32_t i = 0; i < begin; i++)
    count += text[i] == '\n';
  if (!ended || !lines_next (&lines) || !lines_word (&lines, "end")
      || !lines_number (&lines, UINT32_MAX, &said)
      || !lines_hex (&lines, digest, CERTIFY_DIGEST - 1) || !lines_at_end (&lines))
    return refuse (certify, count + 1, "the certificate is cut off: its last line is not "
                   "'end LINES DIGEST'");
  if (said != count)
    return refuse (certify, count + 1, "the certificate is not whole: %u lines were "
                   "written, there are %u", (unsigned) said, (unsigned) count);
  certify_digest (text, begin, found);
  if (strcmp (digest, found) != 0)
    return refuse (certify, count + 1, "the certificate was changed after it was "
                   "written: its digest is another one");
  *length = begin;
  return true;
}

static bool
read_head (struct lines *lines, struct certify_head *head)
{
  if (!lines_next (lines) || !lines_word (lines, "tool"))
    return false;
  head->tool = lines_rest (lines, &head->tool_length);
  if (!lines_next (lines) || !lines_word (lines, "model")
      || !lines_hex (lines, head->model, CERTIFY_DIGEST - 1) || !lines_at_end (lines))
    return false;
  if (!lines_next (lines) || !lines_word (lines, "automata")
      || !lines_hex (lines, head->automata, CERTIFY_DIGEST - 1))
    return false;
  head->automata_name = lines_rest (lines, &head->automata_length);
  return true;
}

/* LINES is left behind the head. */
static bool
open_certificate (struct certify *certify, struct certify_head *head,
                  struct lines *lines)
{
  const struct source *file = certify->certificate;
  lines_start (lines, file->text, file->length);
  uint32_t version;
  if (!lines_next (lines) || !lines_word (lines, "phaselock-certificate"))
    return refuse (certify, 1, "this is no certificate of phaselock");
  if (!lines_number (lines, UINT32_MAX, &version) || version != 1
      || !lines_at_end (lines))
    return refuse (certify, 1, "this version of the format is not known; 1 is");
  uint32_t length = 0;
  if (!check_seal (certify, &length))
    return false;
  lines->end = file->text + length;
  if (!read_head (lines, head))
    return refuse (certify, lines->number, "the head of the certificate is malformed");
  return true;
}

bool
certify_read_head (struct certify *certify, struct certify_head *head)
{
  struct lines lines;
  return open_certificate (certify, head, &lines);
}

/* ---- What is being read. ---- */

struct role
{
  struct closure closure;
  bool checked;
};

struct reading_state
{
  struct certify *certify;
  struct lines lines;
  struct arena *arena, *scratch;
  struct idsets locks;
  struct scene scene;
  struct summaries summaries;
  struct tuples tuples;
  VEC (idset) lock_sets;       /* 0: empty */
  VEC (summary) named;         /* summaries by their number in the certificate */
  VEC (uint32_t) tuple_names;  /* by number in the certificate: the tuple */
  VEC (struct role *) roles;
  struct role *current;        /* whose claims are being read, or null */
  struct pairmap apart;        /* see choice.h */
  uint32_t cursor;             /* queries before it are behind us */
};

static bool __attribute__ ((format (printf, 2, 3)))
bad_line (struct reading_state *r, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (r->certify->problem, sizeof r->certify->problem, format, arguments);
  va_end (arguments);
  r->certify->line = r->lines.number;
  return false;
}

static bool
malformed (struct reading_state *r, const char *what)
{
  return bad_line (r, "malformed: %s", what);
}

/* ---- Tables. ---- */

static bool
read_lock_set (struct reading_state *r)
{
  idset set = IDSET_EMPTY;
  struct lines_range range = lines_ranges (&r->lines, r->certify->pds->locks.count);
  while (lines_range (&range))
    for (uint32_t l = range.begin; l < range.end; l++)
      set = idset_add (&r->locks, set, l);
  if (!range.fine || !lines_at_end (&r->lines))
    return malformed (r, "a set of locks of the model");
  *vec_push (r->arena, &r->lock_sets) = set;
  return true;
}

static bool
read_set_number (struct reading_state *r, idset *set)
{
  uint32_t number;
  if (!lines_number (&r->lines, r->lock_sets.count, &number))
    return false;
  *set = r->lock_sets.at[number];
  return true;
}

static bool
read_stretch (struct reading_state *r)
{
  idset released, acquired, used;
  if (!read_set_number (r, &released) || !read_set_number (r, &acquired)
      || !read_set_number (r, &used))
    return malformed (r, "a summary: numbers of sets of locks R, A, U");
  uint32_t count = idset_count (&r->locks, released) + idset_count (&r->locks, acquired);
  VEC (idset) orders = VEC_EMPTY;
  for (uint32_t i = 0; i < count; i++)
    if (!read_set_number (r, vec_push (r->arena, &orders)))
      return malformed (r, "a summary: one set for each lock in R and in A");
  if (!lines_at_end (&r->lines))
    return malformed (r, "a summary: one set for each lock in R and in A");
  *vec_push (r->arena, &r->named)
    = summary_make (&r->summaries, released, acquired, used, orders.at);
  return true;
}

static bool
read_tuple (struct reading_state *r)
{
  uint32_t tuple = tuples_add (&r->tuples), number, length = 0;
  while (lines_number (&r->lines, r->named.count, &number))
    if (length++, !tuples_add_stretch (&r->tuples, r->named.at[number]))
      return malformed (r, "a tuple: too many summaries");
  if (length == 0 || !lines_at_end (&r->lines))
    return malformed (r, "a tuple: numbers of summaries");
  *vec_push (r->arena, &r->tuple_names) = tuple;
  r->certify->tuples++;
  return true;
}

static bool
read_set (struct reading_state *r)
{
  uint32_t number, count = 0;
  tuples_add_set (&r->tuples);
  while (lines_number (&r->lines, r->tuple_names.count, &number))
    if (count++, !tuples_add_member (&r->tuples, r->tuple_names.at[number]))
      return malformed (r, "a set of tuples: of one length");
  if (count == 0 || !lines_at_end (&r->lines))
    return malformed (r, "a set of tuples: numbers of tuples");
  r->certify->sets++;
  return true;
}

/* ---- Whose processes. ---- */

static bool
read_allowed (struct reading_state *r)
{
  struct certify *certify = r->certify;
  uint32_t processes = certify->pds->processes.count;
  bool *may = arena_calloc (r->arena, processes + (size_t) 1, sizeof *may);
  struct lines_range range = lines_ranges (&r->lines, processes);
  while (lines_range (&range))
    for (uint32_t p = range.begin; p < range.end; p++)
      may[p] = true;
  if (!range.fine || !lines_at_end (&r->lines))
    return malformed (r, "numbers of processes");
  if (r->roles.count > 0 || r->cursor > 0)
    return malformed (r, "processes are chosen before the first role and query");
  if (certify->filtered == PA_SIZE_LIMIT)
    return malformed (r, "no automaton has so many threads");
  certify->allowed[certify->filtered++] = may;
  return true;
}

/* ---- Roles. ---- */

/* An automaton, and fields of one atomic set for its parameters. */
static bool
read_question (struct reading_state *r, struct query *query)
{
  const struct pa_set *automata = r->certify->automata;
  const struct pds *pds = r->certify->pds;
  uint32_t number;
  if (!lines_number (&r->lines, automata->automata.count, &number))
    return malformed (r, "the number of an automaton");
  query->automaton = &automata->automata.at[number];
  uint32_t count = query->automaton->parameters.count;
  uint32_t *fields = arena_alloc (r->scratch, count * sizeof *fields + 1);
  for (uint32_t i = 0; i < count; i++)
    {
      if (!lines_number (&r->lines, pds->fields.count, &fields[i]))
        return malformed (r, "one field for each parameter");
      if (pds->fields.at[fields[i]].set != pds->fields.at[fields[0]].set)
        return malformed (r, "fields of one atomic set");
    }
  query->fields = fields;
  query->set = count ? pds->fields.at[fields[0]].set : 0;
  return true;
}

/* role PROCESS THREAD LOCKS AUTOMATON FIELD... */
static bool
read_role (struct reading_state *r)
{
  const struct pds *pds = r->certify->pds;
  uint32_t process, thread;
  idset kept;
  struct query query;
  if (!lines_number (&r->lines, pds->processes.count, &process)
      || !lines_number (&r->lines, PA_SIZE_LIMIT, &thread) || !read_set_number (r, &kept))
    return malformed (r, "a role: process, thread, locks");
  if (!read_question (r, &query))
    return false;
  if (thread >= query.automaton->threads.count || !lines_at_end (&r->lines))
    return malformed (r, "a role: a thread of its automaton");
  struct role *role = arena_calloc (r->arena, 1, sizeof *role);
  bool *keeps = arena_calloc (r->arena, pds->locks.count + (size_t) 1, sizeof *keeps);
  for (uint32_t l = 0; l < pds->locks.count; l++)
    keeps[l] = idset_has (&r->locks, kept, l);
  struct part part;
  part_init (&part, pds, query.automaton, thread, query.fields, query.set, r->arena);
  closure_init (&role->closure, &r->scene, pds->processes.at[process].body, &part, keeps,
                &r->tuples, r->arena);
  *vec_push (r->arena, &r->roles) = role;
  r->current = role;
  r->certify->roles++;
  return true;
}

static bool
read_context (struct reading_state *r)
{
  uint32_t state, symbol;
  if (!lines_number (&r->lines, UINT32_MAX, &state)
      || !lines_number (&r->lines, UINT32_MAX, &symbol) || !lines_at_end (&r->lines)
      || !closure_add_context (&r->current->closure, state, symbol))
    return malformed (r, "a context: state and symbol, once each");
  r->certify->contexts++;
  return true;
}

static bool
read_at (struct reading_state *r)
{
  uint32_t state, set;
  if (!lines_number (&r->lines, UINT32_MAX, &state)
      || !lines_number (&r->lines, r->tuples.sets.count, &set))
    return malformed (r, "claims: state, set of tuples, symbols");
  struct lines_range range
    = lines_ranges (&r->lines, pds_symbol_count (r->certify->pds));
  while (lines_range (&range))
    {
      if (!closure_add_at (&r->current->closure, state, range.begin, range.end, set))
        return malformed (r, "claims: tuples of as many phases as the context has seen");
      r->certify->places += range.end - range.begin;
    }
  if (!range.fine || !lines_at_end (&r->lines))
    return malformed (r, "claims: symbols");
  return true;
}

static bool
read_back (struct reading_state *r)
{
  uint32_t state, set;
  if (!lines_number (&r->lines, UINT32_MAX, &state)
      || !lines_number (&r->lines, r->tuples.sets.count, &set)
      || !lines_at_end (&r->lines)
      || !closure_add_back (&r->current->closure, state, set))
    return malformed (r, "a claim for returns: state, set of tuples");
  return true;
}

static bool
read_done (struct reading_state *r)
{
  uint32_t set;
  if (!lines_number (&r->lines, r->tuples.sets.count, &set) || !lines_at_end (&r->lines)
      || !closure_add_done (&r->current->closure, set))
    return malformed (r, "a claim for the end: set of tuples");
  return true;
}

/* All claims of the current role are there. */
static bool
finish_role (struct reading_state *r)
{
  struct role *role = r->current;
  char problem[CLOSURE_PROBLEM];
  r->current = NULL;
  if (!role)
    return true;
  role->checked = closure_check (&role->closure, problem, r->scratch);
  arena_clear (r->scratch);
  if (role->checked)
    choice_prepare (&role->closure);
  return role->checked
         || bad_line (r, "role %u: %s", (unsigned) (r->roles.count - 1), problem);
}

/* ---- Queries. ---- */

struct cast
{
  const struct query *query;
  uint32_t threads;
  struct part *parts;            /* by thread */
  const struct closure **roles;  /* by thread * bodies + body; null: cannot play */
  uint32_t *numbers;             /* the same, of the roles */
  bool *plays;                   /* the same: can it? */
  bool playable;                 /* somebody can play each thread */
};

static bool
some_allowed (const struct reading_state *r, uint32_t thread, uint32_t body)
{
  const struct certify *certify = r->certify;
  if (thread >= certify->filtered)
    return true;
  for (uint32_t p = 0; p < certify->pds->processes.count; p++)
    if (certify->pds->processes.at[p].body == body && certify->allowed[thread][p])
      return true;
  return false;
}

static void
find_cast (struct reading_state *r, struct cast *cast, const struct query *query)
{
  size_t bodies = r->scene.bodies;
  *cast = (struct cast){ .query = query, .threads = query->automaton->threads.count,
                         .playable = true };
  size_t places = cast->threads * bodies + 1;
  cast->parts = arena_calloc (r->scratch, cast->threads, sizeof *cast->parts);
  cast->roles = arena_calloc (r->scratch, places, sizeof *cast->roles);
  cast->numbers = arena_calloc (r->scratch, places, sizeof *cast->numbers);
  cast->plays = arena_calloc (r->scratch, places, sizeof *cast->plays);
  for (uint32_t t = 0; t < cast->threads; t++)
    {
      bool some = false;
      part_init (&cast->parts[t], r->certify->pds, query->automaton, t, query->fields,
                 query->set, r->scratch);
      for (uint32_t b = 0; b < bodies; b++)
        some |= cast->plays[t * bodies + b]
          = r->scene.body[b].processes > 0
            && part_can_be_played (&cast->parts[t], &r->scene.body[b])
            && some_allowed (r, t, b);
      cast->playable &= some;
    }
}

/* The roles of all who can play, thread by thread and body by body. */
static bool
read_cast (struct reading_state *r, struct cast *cast)
{
  uint32_t bodies = r->scene.bodies, number;
  for (uint32_t t = 0; t < cast->threads && cast->playable; t++)
    for (uint32_t b = 0; b < bodies; b++)
      {
        size_t place = (size_t) t * bodies + b;
        if (!cast->plays[place])
          continue;
        if (!lines_number (&r->lines, r->roles.count, &number))
          return bad_line (r, "a role is missing: body %u as thread %u", (unsigned) b,
                           (unsigned) t);
        const struct closure *role = &r->roles.at[number]->closure;
        assert (r->roles.at[number]->checked);
        if (role->body != b || !part_equal (&role->part, &cast->parts[t]))
          return bad_line (r, "role %u is another one than this query needs as thread %u",
                           (unsigned) number, (unsigned) t);
        cast->roles[place] = role;
        cast->numbers[place] = number;
      }
  return lines_at_end (&r->lines) || malformed (r, "more roles than the query needs");
}

static bool
check_choices (struct reading_state *r, const struct cast *cast)
{
  struct choice_query query = { .scene = &r->scene, .tuples = &r->tuples,
                                .threads = cast->threads, .roles = cast->roles,
                                .allowed = r->certify->allowed,
                                .filtered = r->certify->filtered < cast->threads
                                              ? r->certify->filtered : cast->threads,
                                .apart = &r->apart, .numbers = cast->numbers };
  uint32_t *bodies = arena_alloc (r->scratch, cast->threads * sizeof *bodies);
  if (choice_is_impossible (&query, bodies, r->scratch))
    return true;
  uint32_t number = cast->numbers[bodies[0]];
  return bad_line (r, "not safe: what role %u can do and what the other threads' roles "
                   "can do fits together", (unsigned) number);
}

/* The query that is spoken of, in the model's list, behind those before. */
static bool
find_query (struct reading_state *r, const struct query *asked, uint32_t *found)
{
  const struct queries *queries = r->certify->queries;
  for (; r->cursor < queries->list.count; r->cursor++)
    {
      const struct query *query = &queries->list.at[r->cursor];
      if (query->automaton == asked->automaton
          && memcmp (query->fields, asked->fields,
                     query->automaton->parameters.count * sizeof *query->fields) == 0)
        {
          *found = r->cursor++;
          return true;
        }
    }
  return bad_line (r, "the model has no such query, or it stands in the wrong place");
}

static bool
read_query (struct reading_state *r)
{
  struct query asked;
  uint32_t number;
  if (!read_question (r, &asked))
    return false;
  if (!lines_word (&r->lines, ":"))
    return malformed (r, "a query: automaton, fields, ':', roles");
  if (!find_query (r, &asked, &number))
    return false;
  struct cast cast;
  find_cast (r, &cast, &r->certify->queries->list.at[number]);
  if (!read_cast (r, &cast))
    return false;
  if (cast.playable && !check_choices (r, &cast))
    return false;
  r->certify->answers[number] = CERTIFY_CONFIRMED;
  r->certify->confirmed++;
  arena_clear (r->scratch);
  return true;
}

static bool
read_open (struct reading_state *r)
{
  struct query asked;
  uint32_t number, length;
  if (!read_question (r, &asked))
    return false;
  if (!lines_word (&r->lines, ":"))
    return malformed (r, "an open query: automaton, fields, ':', reason");
  lines_rest (&r->lines, &length);
  if (!find_query (r, &asked, &number))
    return false;
  r->certify->answers[number] = CERTIFY_OPEN;
  r->certify->open++;
  return true;
}

/* ---- Lines. ---- */

struct kind
{
  const char *word;
  bool (*read) (struct reading_state *r);
  bool claims; /* about the current role */
};

static bool
read_line (struct reading_state *r)
{
  static const struct kind kinds[]
    = { { "w", read_at, true },         { "t", read_tuple, false },
        { "a", read_set, false },       { "f", read_stretch, false },
        { "s", read_lock_set, false },  { "c", read_context, true },
        { "b", read_back, true },       { "d", read_done, true },
        { "role", read_role, false },   { "query", read_query, false },
        { "open", read_open, false },   { "allow", read_allowed, false } };
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (lines_word (&r->lines, kinds[i].word))
      {
        if (kinds[i].claims)
          return r->current ? kinds[i].read (r)
                            : malformed (r, "claims belong to a role");
        return finish_role (r) && kinds[i].read (r);
      }
  return malformed (r, "no such line is known");
}

static void
start (struct reading_state *r)
{
  struct certify *certify = r->certify;
  r->arena = certify->arena;
  r->scratch = certify->scratch;
  certify->answers = arena_calloc (r->arena, certify->queries->list.count + (size_t) 1,
                                   sizeof *certify->answers);
  certify->allowed = arena_calloc (r->arena, PA_SIZE_LIMIT, sizeof *certify->allowed);
  idsets_init (&r->locks, r->arena);
  summaries_init (&r->summaries, &r->locks, r->arena);
  tuples_init (&r->tuples, &r->summaries, certify->pds->locks.count, r->arena);
  pairmap_init (&r->apart, r->arena);
  *vec_push (r->arena, &r->lock_sets) = IDSET_EMPTY;
  *vec_push (r->arena, &r->named) = SUMMARY_EMPTY;
  *vec_push (r->arena, &r->tuple_names) = 0;
  scene_init (&r->scene, certify->pds, r->arena);
}

bool
certify_check (struct certify *certify)
{
  struct reading_state r = { .certify = certify };
  struct certify_head head;
  if (!open_certificate (certify, &head, &r.lines))
    return false;
  start (&r);
  while (lines_next (&r.lines))
    {
      quota_tick (r.arena->quota);
      if (!read_line (&r))
        return false;
    }
  bool fine = finish_role (&r);
  certify->work = r.summaries.work;
  return fine;
}

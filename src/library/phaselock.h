/* phaselock.h -- libphaselock: can a concurrent program, modelled in EML, break
 * atomic-set serializability?  Link with `pkg-config --libs phaselock`.
 *
 *     struct phaselock_model *model;
 *     struct phaselock_automata *automata = NULL;
 *     struct phaselock_check *check = NULL;
 *     enum phaselock_verdict verdict;
 *     if (phaselock_model_read (&model, "stack.eml") != PHASELOCK_OK)
 *       fputs (phaselock_messages_text (phaselock_model_messages (model)), stderr);
 *     else if (phaselock_automata_read (&automata, "complete") == PHASELOCK_OK
 *              && phaselock_check_new (&check, model, automata) == PHASELOCK_OK)
 *       for (size_t q = 0; q < phaselock_check_queries (check); q++)
 *         if (phaselock_decide (check, q, &verdict) == PHASELOCK_OK
 *             && verdict == PHASELOCK_VIOLATION)
 *           printf ("pattern %s\n", phaselock_query_pattern (check, q));
 *     phaselock_check_free (check);
 *     phaselock_automata_free (automata);
 *     phaselock_model_free (model);
 *
 * Ownership.  Arguments are borrowed.  What comes back through a pointer to a
 * pointer is the caller's to free, a check before its model and its automata;
 * everything else belongs to the object that it was asked of, and goes with
 * it.  Freeing a null pointer does nothing.
 *
 * Threads.  There is no state but in the objects.  A model and its checks are
 * used by one thread at a time, different models by different threads at the
 * same time; automata do not change once they are read and may be shared.  The
 * engines then run in parallel.  Only `bdd' does not: it uses
 * BuDDy, which works for one thread of a process at a time, so phaselock_decide waits
 * its turn, and the time limit runs meanwhile.  `auto' starts with antichains and needs
 * BuDDy only where they grow too large.  A program that calls BuDDy itself must use
 * another engine.  Where `bmc' and `ic3' have a limit of memory, what other threads take
 * meanwhile counts, too.
 *
 * Nothing here prints or exits.  See also doc/library.md, doc/eml.md.
 */
#ifndef PHASELOCK_H
#define PHASELOCK_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C"
{
#endif

  enum phaselock_status
  {
    PHASELOCK_OK,
    PHASELOCK_BAD_INPUT, /* the text has errors, or cannot be read: see its messages */
    PHASELOCK_NO_MEMORY, /* the model of the failed call can only be freed */
    PHASELOCK_MISUSE,    /* a null pointer, no such query, no such engine ... */
    PHASELOCK_INTERNAL,  /* a bug of phaselock: nothing is claimed */
  };

  /* "MAJOR.MINOR.PATCH"; STATUS in words. */
  const char *phaselock_version (void);
  const char *phaselock_status_text (enum phaselock_status status);

  /* Models, from a file ("-": standard input; a Java class as "classes!org.example.Stack"
     or "app.jar!org.example.Stack") or from LENGTH bytes, called NAME in messages.
     PHASELOCK_BAD_INPUT also returns an object, which has the messages, is of no other
     use, and is to be freed; after any other failure it is null. */
  struct phaselock_model;
  enum phaselock_status phaselock_model_read (struct phaselock_model **model,
                                              const char *path);
  enum phaselock_status phaselock_model_parse (struct phaselock_model **model,
                                               const char *name, const char *text,
                                               size_t length);
  void phaselock_model_free (struct phaselock_model *model);

  /* Automata: "complete" (the default of the program), "strict" or "spin09", or a file;
     or text. */
  struct phaselock_automata;
  enum phaselock_status phaselock_automata_read (struct phaselock_automata **automata,
                                                 const char *set_or_path);
  enum phaselock_status phaselock_automata_parse (struct phaselock_automata **automata,
                                                  const char *name, const char *text,
                                                  size_t length);
  void phaselock_automata_free (struct phaselock_automata *automata);

  /* Errors and warnings, in the order of the text; all of them as the program
     prints them, or one by one.  For a number out of range: null or zero. */
  struct phaselock_messages;
  const struct phaselock_messages *
  phaselock_model_messages (const struct phaselock_model *model);
  const struct phaselock_messages *
  phaselock_automata_messages (const struct phaselock_automata *automata);
  const char *phaselock_messages_text (const struct phaselock_messages *messages);
  size_t phaselock_messages_count (const struct phaselock_messages *messages);
  const char *phaselock_message_severity (const struct phaselock_messages *messages,
                                          size_t number); /* "error", "warning", "note" */
  const char *phaselock_message_code (const struct phaselock_messages *messages,
                                      size_t number); /* a stable word, or null */
  const char *phaselock_message_text (const struct phaselock_messages *messages,
                                      size_t number);
  unsigned phaselock_message_line (const struct phaselock_messages *messages,
                                   size_t number); /* from 1; 0: no place */
  unsigned phaselock_message_column (const struct phaselock_messages *messages,
                                     size_t number);

  /* The queries of a model: each automaton with fields in place of its parameters, then a
     race for each field, then the deadlock; of a model with data then its asserts and
     what could go wrong, and the access predicates of its fields.  Their order and number
     depend on nothing but the two texts. */
  struct phaselock_check;
  enum phaselock_status phaselock_check_new (struct phaselock_check **check,
                                             struct phaselock_model *model,
                                             const struct phaselock_automata *automata);
  void phaselock_check_free (struct phaselock_check *check);
  size_t phaselock_check_queries (const struct phaselock_check *check);
  const char *phaselock_query_question (const struct phaselock_check *check,
                                        size_t query); /* "pattern", "race", "deadlock",
                                                          "assert", "exclusive" */
  const char *
  phaselock_query_pattern (const struct phaselock_check *check,
                           size_t query); /* its number or name, or as above */
  const char *phaselock_query_title (const struct phaselock_check *check,
                                     size_t query); /* or null */
  size_t phaselock_query_fields (const struct phaselock_check *check, size_t query);
  const char *phaselock_query_field (const struct phaselock_check *check, size_t query,
                                     size_t number);

  /* PATH:LINE:COLUMN of an assert, or of a statement that could go wrong; otherwise null.
   */
  const char *phaselock_query_place (const struct phaselock_check *check, size_t query);

  /* How to decide: "auto" (the default), "antichain", "bdd", "explicit" or another word
     that the program's option -e takes; limits per query, 0: none; a flag, or null, that
     ends the current query when a signal handler sets it; options of engines that take a
     number, 0: none, by their names on the command line: "depth".  Some engines search
     for ever without a limit: "bmc", where processes have loops that data does not end.
   */
  enum phaselock_status phaselock_set_engine (struct phaselock_check *check,
                                              const char *engine);
  enum phaselock_status phaselock_set_limits (struct phaselock_check *check,
                                              double seconds, double megabytes);
  enum phaselock_status phaselock_set_interrupt (struct phaselock_check *check,
                                                 const volatile sig_atomic_t *flag);
  enum phaselock_status phaselock_set_option (struct phaselock_check *check,
                                              const char *name, unsigned long number);

  enum phaselock_verdict
  {
    PHASELOCK_SAFE,      /* no execution of the model matches */
    PHASELOCK_VIOLATION, /* one does */
    PHASELOCK_UNKNOWN,   /* a limit was reached: see phaselock_query_reason */
  };

  /* PHASELOCK_OK, also if the verdict is unknown. */
  enum phaselock_status phaselock_decide (struct phaselock_check *check, size_t query,
                                          enum phaselock_verdict *verdict);

  /* Of the last phaselock_decide for QUERY: why the verdict is unknown, "timeout",
     "memory", "bound", "recursion", "phases", "data" or "interrupted" (doc/json.md),
     otherwise null; the engine that answered; the process that plays THREAD (from 0) in a
     violation, otherwise null. */
  const char *phaselock_query_reason (const struct phaselock_check *check, size_t query);
  const char *phaselock_query_engine (const struct phaselock_check *check, size_t query);
  const char *phaselock_query_process (const struct phaselock_check *check, size_t query,
                                       size_t thread);
  /* The lock that the process of THREAD waits for in a deadlock, otherwise null. */
  const char *phaselock_query_lock (const struct phaselock_check *check, size_t query,
                                    size_t thread);

  /* How a violation comes about: an interleaving of the processes, replayed by
     code that shares nothing with the engines before it is believed.  Null if QUERY is
     not a violation; otherwise the check's, until QUERY is decided again. */
  struct phaselock_witness;
  const struct phaselock_witness *
  phaselock_query_witness (const struct phaselock_check *check, size_t query);
  /* Of an unknown verdict on a model with data: an interleaving that the model has
     without its data, and nobody knows whether with it; or null.  It is no violation. */
  const struct phaselock_witness *
  phaselock_query_suspicion (const struct phaselock_check *check, size_t query);
  size_t phaselock_witness_steps (const struct phaselock_witness *witness);
  const char *phaselock_step_process (const struct phaselock_witness *witness,
                                      size_t step);
  /* "acquire", "release", "read", "write", "unit-begin", "unit-end", "call", "return",
     "start", "join", "end", "await"; of models with data "set", "choose", "branch",
     "assume", "assert", "wrong" */
  const char *phaselock_step_action (const struct phaselock_witness *witness,
                                     size_t step);
  /* the lock, field, cell of an array, procedure, atomic sets or processes; the local or
     condition, "*" if it is one */
  const char *phaselock_step_object (const struct phaselock_witness *witness,
                                     size_t step);
  /* what is read, written, set, chosen or returned, or whether a condition holds: "3",
     "true"; null: the step has no value */
  const char *phaselock_step_value (const struct phaselock_witness *witness, size_t step);
  /* PATH:LINE:COLUMN in the model; and in the program, where the model says it */
  const char *phaselock_step_place (const struct phaselock_witness *witness, size_t step);
  const char *phaselock_step_source (const struct phaselock_witness *witness,
                                     size_t step);
  /* which step of the pattern this is, from 1, or 0; is this a lock operation or the
     boundary of a unit that is not the outermost? */
  unsigned phaselock_step_phase (const struct phaselock_witness *witness, size_t step);
  bool phaselock_step_nested (const struct phaselock_witness *witness, size_t step);

#ifdef __cplusplus
}
#endif
#endif

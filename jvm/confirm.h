/* confirm.h -- does a finding happen on a real JVM, and does it matter?
 *
 * A finding is driven with one scenario after the other, in a fixed order, until one is
 * harmful or there are no more: so two runs give the same grade.
 *
 *     struct confirmer confirmer;
 *     if (confirmer_open (&confirmer, &options, &arena, &problem))
 *       confirmer_try (&confirmer, &itinerary, &confirmation, &arena);
 *     confirmer_close (&confirmer);
 *
 * The classes under test are executed, in a JVM of their own.
 */
#ifndef JVM_CONFIRM_H
#define JVM_CONFIRM_H

#include "jvm/drive.h"
#include "witness/driven.h"

struct confirmation
{
  struct execution seen;
  const struct itinerary *itinerary; /* what was executed; null: nothing */
};

struct confirm_options
{
  const char *java;         /* --java, or null */
  const char *arguments;    /* --arguments, or null */
  const char *const *paths; /* class files, folders and jars of the program */
  uint32_t path_count;
  uint64_t deadline; /* on quota_clock: no try begins later */
  const volatile sig_atomic_t *interrupted;
};

struct confirmer
{
  struct confirm_options options;
  struct jdk jdk;
  const char *folder; /* for what is compiled */
  const char
    *classpath; /* words for the harness: absolute paths with tabs between them */
  const char *factories; /* the class of --arguments, or "-" */
  bool running;
  struct jvm machine;
  char version[64];
  struct arena *arena;
};

/* OPTIONS are copied, and what they point to is borrowed.  False with *PROBLEM.  To be
   closed in any case. */
bool confirmer_open (struct confirmer *confirmer, const struct confirm_options *options,
                     struct arena *arena, const char **problem);
void confirmer_close (struct confirmer *confirmer);

/* Drive PLAN.  Texts are in ARENA. */
void confirmer_try (struct confirmer *confirmer, const struct itinerary *itinerary,
                    struct confirmation *confirmation, struct arena *arena);

#endif

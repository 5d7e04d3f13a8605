/* confirming.h -- findings driven on a JVM, for `confirm' and `check --confirm'. */
#ifndef CLI_CONFIRMING_H
#define CLI_CONFIRMING_H

#include <argp.h>

#include "cli/command.h"
#include "explain/finding.h"
#include "io/terminal.h"
#include "jvm/confirm.h"
#include "llvm/binary/binary.h"

struct confirming
{
  const char *java, *arguments, *reproducers; /* options, or null */
  uint64_t time;                              /* --confirm-time, in nanoseconds */
  const struct models *models; /* which classes; set before the first try */
  const volatile sig_atomic_t *interrupted;
  /* The JDK is sought when the first finding is driven. */
  bool opened;
  const char *problem;         /* why there is none; null: there is */
  struct confirmer *confirmer; /* in the arena, from then on; large */
  struct binary binary;        /* of C; built when the first finding is led */
  uint64_t binary_deadline;    /* 0: none was */
  struct quota quota;
  struct arena arena;
  uint32_t counts[EXECUTION_HARMFUL + 1]; /* findings, by grade */
  uint32_t reproduced;                    /* programs of --reproducer */
  enum status status;                     /* of writing them */
};

/* What models of Java have to keep: a call is where a thread stands before it takes the
   lock of a method (--keep). */
#define CONFIRMING_KEEPS JAVA_KEEP_CALLS

/* The options, whose values are stored in a struct confirming. */
extern const struct argp confirming_argp;

void confirming_init (struct confirming *confirming);
/* Ends what was started. */
void confirming_clear (struct confirming *confirming);

/* Is there time to drive one more? */
bool confirming_has_time (const struct confirming *confirming);

/* Drive FINDING.  Texts are in the arena of its model. */
struct confirmation confirming_try (struct confirming *confirming,
                                    const struct finding *finding);

/* The sentences below a finding: what happened, with which arguments. */
void confirming_print (const struct execution *seen, const struct terminal *terminal,
                       struct arena *arena, FILE *file);

/* "3 harmful, 1 executed, 2 not executed". */
void confirming_print_counts (const struct confirming *confirming, FILE *file);

#endif

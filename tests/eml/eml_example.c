/* eml_example.c -- the usage example in eml/eml.h compiles and works.
 *
 * make cuts it out of the header (tests/eml/local.mk), and here it gets what it
 * takes for granted: a quota, a function to use the result, and its model.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "eml/eml.h"
#include "tests/lib/tap.h"

static uint32_t processes_seen;

static void
use (const struct pds *pds)
{
  processes_seen = pds->processes.count;
}

/* Not in the frame that takes the checkpoint. */
static void
run_example (struct quota *quota_given)
{
#define quota (*quota_given)
#include "tests/eml/eml_example.inc"
#undef quota
}

int
main (void)
{
  const char *source = getenv ("SOURCE");
  char path[4096];
  snprintf (path, sizeof path, "%s/models/examples", source ? source : ".");
  if (!tap_ok (chdir (path) == 0, "the examples are at %s", path))
    return tap_done ();
  struct quota quota;
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    return 1;
  run_example (&quota);
  tap_ok (processes_seen > 0, "the example reads stack.eml");
  tap_ok (quota.bytes == 0, "and leaves nothing behind");
  return tap_done ();
}

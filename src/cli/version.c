/* version.c -- see version.h.
 *
 * The libraries say themselves which they are: those that run, not those that this was
 * compiled with.
 */
#include <config.h>

#include "cli/version.h"

#include <assert.h>
#include <jansson.h>
#include <xxhash.h>

#ifdef HAVE_CADICAL
#include "engine/sat/solver.h"
#endif
#include "results/store.h"
#include "wpds/buddy.h"

void
version_print (FILE *file, struct argp_state *state)
{
  (void) state;
  const char *sqlite = store_version ();
  unsigned hash = XXH_versionNumber (), buddy = buddy_version ();
  assert (file && hash > 0 && buddy > 0);
  fprintf (file, "phaselock %s\n", PACKAGE_VERSION);
  fprintf (file, "with jansson %s, xxhash %u.%u.%u, BuDDy %u.%u, %s%s, ",
           jansson_version_str (), hash / 10000, hash / 100 % 100, hash % 100, buddy / 10,
           buddy % 10, sqlite ? "SQLite " : "without SQLite", sqlite ? sqlite : "");
#ifdef HAVE_CADICAL
  fprintf (file, "CaDiCaL %s\n", solver_version ());
#else
  fputs ("without CaDiCaL\n", file);
#endif
}

/* judge.h -- decide a query, and believe no violation that does not replay.
 *
 *     decide.h: verdict and run -> story.h: witness -> replay.h: confirmed
 *
 * What does not replay is no violation: the verdict is unknown (`internal') and
 * says what went wrong, and whoever runs the program is told to report it.
 */
#ifndef SRC_JUDGE_H
#define SRC_JUDGE_H

#include "decide.h"
#include "eml/eml.h"
#include "witness/witness.h"

struct judge
{
  const struct eml *eml;
  struct decider decider;
  struct decide_options options;
  struct arena arena; /* of the last witness */
  char bug[320];      /* of the last verdict */
};

/* EML, read and lowered, is borrowed; OPTIONS are copied. */
void judge_init (struct judge *judge, struct eml *eml,
                 const struct decide_options *options);
void judge_clear (struct judge *judge);

/* The witness of a violation is valid until the next query. */
struct verdict judge_query (struct judge *judge, const struct query *query);

#endif

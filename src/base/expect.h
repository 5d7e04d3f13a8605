/* expect.h -- the sentence about a token that does not fit.
 *
 *     expected 'reads', 'writes' or 'ends', found 'read'; did you mean 'reads'?
 *
 * A parser knows which tokens would have fitted.  The front end of its language
 * turns them into the few items that a person wants to read (all the words that
 * begin a statement become "a statement"); this file makes the sentence.  Items
 * are borrowed.
 */
#ifndef BASE_EXPECT_H
#define BASE_EXPECT_H

#include <stdbool.h>

#include "base/diag.h"

#define EXPECT_MOST 16

struct expect
{
  struct span span; /* the token */
  struct span last; /* the token before it; ends at 0 if there is none */
  bool at_end;      /* the file ends here */
  const char *items[EXPECT_MOST];
  unsigned count;
};

/* Add an item: "a name", "';'".  Duplicates are dropped, and so is everything
   past EXPECT_MOST. */
void expect_add (struct expect *expect, const char *item);

/* The text of the token, for messages; long ones are cut. */
const char *expect_token_text (const struct expect *expect, const struct diags *diags);

/* Where the error is shown: what is missing at the end of a line is shown
   there, not on the next line, and the end of the file after its last token. */
enum expect_place
{
  EXPECT_TOKEN,
  EXPECT_LINE_END,
  EXPECT_FILE_END,
};
enum expect_place expect_place (const struct expect *expect, const struct diags *diags);

/* Report the error.  MEANT is the word that the token was probably meant to
   be, or null.  Notes may follow. */
void expect_report (const struct expect *expect, struct diags *diags, const char *meant);

#endif

/* wordlist.h -- lists on the command line: words with commas between them.
 *
 * A word in double quotes is literal, with \" and \\ escaped, so that names may contain
 * commas.  Blanks around a word are ignored.
 */
#ifndef QUERY_WORDLIST_H
#define QUERY_WORDLIST_H

#include <stdbool.h>

struct wordlist
{
  const char *rest; /* null after the last word */
  char *word;       /* the current one; owned */
  bool quoted;
};

/* TEXT is borrowed.  False: out of memory. */
bool wordlist_start (struct wordlist *list, const char *text);

/* Go to the next word.  False at the end, where *PROBLEM is null, or if the list is
   malformed: then *PROBLEM says how, and there are no more words. */
bool wordlist_next (struct wordlist *list, const char **problem);

void wordlist_clear (struct wordlist *list);

#endif

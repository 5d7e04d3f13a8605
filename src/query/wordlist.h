/* wordlist.h -- lists on the command line: words with commas between them.
 *
 * A word in double quotes is taken as it is, with \" and \\ escaped, so that
 * names with commas can be said.  Blanks around a word do not count.
 */
#ifndef SRC_WORDLIST_H
#define SRC_WORDLIST_H

#include <stdbool.h>

struct wordlist
{
  const char *whole;
  const char *rest;   /* null behind the last word */
  char *word;         /* the current one; owned */
  bool quoted;
};

/* TEXT is borrowed.  False: out of memory. */
bool wordlist_start (struct wordlist *list, const char *text);

/* Go to the next word.  False at the end, or if *PROBLEM says what is wrong. */
bool wordlist_next (struct wordlist *list, const char **problem);

void wordlist_clear (struct wordlist *list);

#endif

/* wordlist.c -- see wordlist.h. */
#include <config.h>

#include "query/wordlist.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool
wordlist_start (struct wordlist *list, const char *text)
{
  assert (text);
  /* No word is longer than the list. */
  *list = (struct wordlist){ .rest = text, .word = malloc (strlen (text) + 1) };
  return list->word != NULL;
}

void
wordlist_clear (struct wordlist *list)
{
  free (list->word);
  list->word = NULL;
}

/* Copy the quoted word at TEXT.  Returns what follows it; null: the quote is not
   closed. */
static const char *
take_quoted (struct wordlist *list, const char *text, size_t *length)
{
  assert (*text == '"' && *length == 0);
  for (text++; *text && *text != '"'; text++)
    {
      if (*text == '\\' && (text[1] == '"' || text[1] == '\\'))
        text++;
      list->word[(*length)++] = *text;
    }
  return *text == '"' ? text + 1 : NULL;
}

bool
wordlist_next (struct wordlist *list, const char **problem)
{
  assert (list->word);
  *problem = NULL;
  if (!list->rest)
    return false;
  const char *text = list->rest + strspn (list->rest, " ");
  size_t length = 0;
  list->quoted = *text == '"';
  if (list->quoted)
    {
      text = take_quoted (list, text, &length);
      if (!text)
        *problem = "a quote is not closed";
    }
  else
    {
      while (*text && *text != ',')
        list->word[length++] = *text++;
      while (length > 0 && list->word[length - 1] == ' ')
        length--;
    }
  assert (!list->quoted || !text || text[-1] == '"');
  list->word[length] = 0;
  if (*problem)
    return false;
  text += strspn (text, " ");
  if (*text && *text != ',')
    *problem = "expected a comma after a word";
  else if (length == 0)
    *problem = "an empty word";
  assert (!*text || *text == ',' || *problem);
  /* After a comma there is another word, even if it is an empty one. */
  list->rest = *text ? text + 1 : NULL;
  return !*problem;
}

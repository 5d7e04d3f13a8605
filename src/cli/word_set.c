/* word_set.c -- see word_set.h. */
#include <config.h>

#include "cli/word_set.h"

#include <assert.h>
#include <string.h>

#include "base/suggest.h"
#include "cli/command.h"
#include "query/wordlist.h"

/* The bits of WORD. */
static uint32_t
parse_word (struct argp_state *state, const char *word, const char *what, uint32_t count,
            const char *(*name) (uint32_t number))
{
  uint32_t all = count == 32 ? UINT32_MAX : ((uint32_t) 1 << count) - 1;
  struct suggest suggest;
  suggest_init (&suggest, word);
  suggest_offer (&suggest, "all");
  uint32_t named = strcmp (word, "all") == 0 ? all : 0;
  for (uint32_t i = 0; i < count; i++)
    {
      suggest_offer (&suggest, name (i));
      if (strcmp (word, name (i)) == 0)
        named = (uint32_t) 1 << i;
    }
  assert ((named & ~all) == 0);
  if (!named)
    command_misuse (state, "there is no %s '%s'%s%s%s", what, word,
                    suggest.best ? "; did you mean '" : "",
                    suggest.best ? suggest.best : "", suggest.best ? "'?" : "");
  return named;
}

uint32_t
word_set_parse (struct argp_state *state, const char *list, const char *what,
                uint32_t count, const char *(*name) (uint32_t number))
{
  assert (list && count > 0 && count <= 32);
  struct wordlist words;
  const char *problem = NULL;
  uint32_t set = 0;
  if (!wordlist_start (&words, list))
    command_misuse (state, "out of memory");
  while (wordlist_next (&words, &problem))
    set |= parse_word (state, words.word, what, count, name);
  if (problem)
    command_misuse (state, "%s in '%s'", problem, list);
  wordlist_clear (&words);
  return set;
}

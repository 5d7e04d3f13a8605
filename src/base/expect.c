/* expect.c -- see expect.h. */
#include <config.h>

#include "base/expect.h"

#include <assert.h>
#include <string.h>

#include "base/scribe.h"
#include "base/text.h"

static bool
has (const struct expect *expect, const char *item)
{
  for (unsigned i = 0; i < expect->count; i++)
    if (strcmp (expect->items[i], item) == 0)
      return true;
  return false;
}

void
expect_add (struct expect *expect, const char *item)
{
  assert (expect->count <= EXPECT_MOST);
  if (expect->count < EXPECT_MOST && !has (expect, item))
    expect->items[expect->count++] = item;
}

const char *
expect_token_text (const struct expect *expect, const struct diags *diags)
{
  assert (expect->span.begin <= expect->span.end);
  assert (expect->span.end <= diags->source->length);
  const uint32_t most = 40;
  const char *text = diags->source->text + expect->span.begin;
  uint32_t length = expect->span.end - expect->span.begin;
  uint32_t shown = length < most ? length : most;
  while (shown < length && !text_starts_character (text[shown]))
    shown++;
  return arena_copy (diags->arena, text, shown);
}

/* "a statement or '}'", "';', ',' or '@'" ... */
static const char *
list_items (const struct expect *expect, struct arena *arena)
{
  struct scribe scribe;
  FILE *file = scribe_start (&scribe, arena);
  for (unsigned i = 0; i < expect->count; i++)
    fprintf (file, "%s%s",
             i == 0                   ? ""
             : i + 1 == expect->count ? " or "
                                      : ", ",
             expect->items[i]);
  return scribe_end (&scribe);
}

static bool
starts_line (const struct expect *expect, const struct diags *diags)
{
  uint32_t end = expect->last.end;
  assert (expect->span.end <= diags->source->length);
  /* A token that is read a second time is its own predecessor. */
  return 0 < end && end <= expect->span.begin
         && memchr (diags->source->text + end, '\n', expect->span.begin - end);
}

enum expect_place
expect_place (const struct expect *expect, const struct diags *diags)
{
  return expect->at_end                                       ? EXPECT_FILE_END
         : has (expect, "';'") && starts_line (expect, diags) ? EXPECT_LINE_END
                                                              : EXPECT_TOKEN;
}

void
expect_report (const struct expect *expect, struct diags *diags, const char *meant)
{
  assert (expect->count <= EXPECT_MOST);
  const char *list = list_items (expect, diags->arena);
  const char *token = expect_token_text (expect, diags);
  struct span after = { expect->last.end, expect->last.end + 1 };
  switch (expect_place (expect, diags))
    {
    case EXPECT_FILE_END:
      diag_error (diags, "syntax", starts_line (expect, diags) ? after : expect->span,
                  "expected %s, but the file ends here", list);
      break;
    case EXPECT_LINE_END:
      diag_error (diags, "syntax", after, "expected %s at the end of this line", list);
      break;
    case EXPECT_TOKEN:
      if (meant)
        diag_error (diags, "syntax", expect->span,
                    "expected %s, found '%s'; did you mean '%s'?", list, token, meant);
      else
        diag_error (diags, "syntax", expect->span, "expected %s, found '%s'", list,
                    token);
      break;
    }
}

/* expect.c -- see expect.h. */
#include <config.h>

#include "expect.h"

#include <assert.h>
#include <string.h>

#include "base/text.h"

bool
expect_has (const struct expect *expect, const char *item)
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
  if (expect->count < EXPECT_MOST && !expect_has (expect, item))
    expect->items[expect->count++] = item;
}

const char *
expect_token_text (const struct expect *expect, const struct diags *diags)
{
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
  size_t size = 1;
  for (unsigned i = 0; i < expect->count; i++)
    size += strlen (expect->items[i]) + strlen (" or ");
  char *text = arena_alloc (arena, size);
  size_t length = 0;
  text[0] = 0;
  for (unsigned i = 0; i < expect->count; i++)
    {
      const char *glue = i == 0 ? "" : i + 1 == expect->count ? " or " : ", ";
      int wrote = snprintf (text + length, size - length, "%s%s", glue,
                            expect->items[i]);
      assert (wrote > 0 && length + (size_t) wrote < size);
      length += (size_t) wrote;
    }
  return text;
}

void
expect_report (const struct expect *expect, struct diags *diags, const char *meant)
{
  const char *items = list_items (expect, diags->arena);
  struct span span = expect->span, last = expect->last;
  assert (last.end <= span.begin && span.end <= diags->source->length);

  /* What is missing at the end of a line is shown there, not on the next. */
  if (expect_has (expect, "';'") && last.end > 0
      && memchr (diags->source->text + last.end, '\n', span.begin - last.end))
    diag_error (diags, "syntax", (struct span){ last.end, last.end + 1 },
                "expected %s at the end of this line", items);
  else if (expect->at_end)
    diag_error (diags, "syntax", span, "expected %s, but the file ends here", items);
  else if (meant)
    diag_error (diags, "syntax", span, "expected %s, found '%s'; did you mean '%s'?",
                items, expect_token_text (expect, diags), meant);
  else
    diag_error (diags, "syntax", span, "expected %s, found '%s'", items,
                expect_token_text (expect, diags));
}

/* token.c -- see token.h. */
#include <config.h>

#include "base/token.h"

#include <assert.h>
#include <string.h>

#include "base/text.h"

static bool
is_too_long (struct diags *diags, struct span span, size_t length)
{
  assert (span.begin < span.end && span.end <= diags->source->length);
  if (length <= TOKEN_NAME_LIMIT)
    return false;
  diag_error (diags, "long-name", span, "a name of %zu bytes; names may have up to %d",
              length, TOKEN_NAME_LIMIT);
  return true;
}

static name_id
refused_name (struct names *names)
{
  return names_intern (names, "?", 1);
}

name_id
token_name (struct names *names, struct diags *diags, struct span span)
{
  size_t length = span.end - span.begin;
  if (is_too_long (diags, span, length))
    return refused_name (names);
  return names_intern (names, diags->source->text + span.begin, length);
}

name_id
token_unquote (struct names *names, struct diags *diags, struct span span,
               const char *what)
{
  assert (span.end - span.begin >= 2);
  const char *text = diags->source->text;
  assert (text[span.begin] == '"' && text[span.end - 1] == '"');
  if (is_too_long (diags, span, span.end - span.begin - 2))
    return refused_name (names);
  if (span.end - span.begin == 2)
    {
      diag_error (diags, "empty-name", span, "an empty %s", what);
      return refused_name (names);
    }
  char *name = arena_alloc (diags->arena, span.end - span.begin);
  size_t length = 0;
  assert (text[span.end - 2] != '\\' || text[span.end - 3] == '\\');
  for (uint32_t i = span.begin + 1; i < span.end - 1; i++)
    {
      if (text[i] == '\\')
        {
          i++;
          if (text[i] != '"' && text[i] != '\\')
            diag_error (diags, "bad-escape", (struct span){ i - 1, i + 1 },
                        "only \\\" and \\\\ can be escaped; "
                        "write \\\\ for a backslash");
        }
      name[length++] = text[i];
    }
  assert (length > 0);
  return names_intern (names, name, length);
}

uint32_t
token_number (const char *digits, size_t length)
{
  assert (digits && length > 0);
  uint32_t number = 0;
  for (size_t i = 0; i < length; i++)
    {
      assert ('0' <= digits[i] && digits[i] <= '9');
      uint32_t digit = (uint32_t) (digits[i] - '0');
      if (number > (UINT32_MAX - digit) / 10)
        return UINT32_MAX;
      number = number * 10 + digit;
    }
  return number;
}

name_id
token_report_open_quote (struct names *names, struct diags *diags, struct span span)
{
  assert (diags->source->text[span.begin] == '"');
  diag_error (diags, "open-quote", (struct span){ span.begin, span.begin + 1 },
              "this quote is not closed on its line");
  return refused_name (names);
}

void
token_report_open_comment (struct diags *diags, struct span span)
{
  assert (diags->source->text[span.begin] == '/');
  diag_error (diags, "open-comment", (struct span){ span.begin, span.begin + 2 },
              "this comment is never closed");
}

uint32_t
token_character (const struct source *source, struct span span)
{
  uint32_t bytes;
  assert (span.begin < span.end && span.end <= source->length);
  return text_decode (source->text + span.begin, &bytes);
}

void
token_report_character (struct diags *diags, struct span span, const char *language,
                        const char *hint)
{
  assert (language && (hint[0] == 0 || hint[0] == ';'));
  uint32_t character = token_character (diags->source, span);
  if (0x2018 <= character && character <= 0x201F)
    diag_error (diags, "bad-character", span,
                "this is a typographic quote (U+%04X); quoted names have \"...\"",
                (unsigned) character);
  else if (text_is_hostile (character) || character >= 0x80)
    diag_error (diags, "bad-character", span,
                "the character U+%04X has no meaning here; only quoted names and "
                "comments may have other characters than ASCII",
                (unsigned) character);
  else
    diag_error (diags, "bad-character", span, "the character '%c' has no meaning in %s%s",
                (int) character, language, hint);
}

bool
token_is_keyword (const char *const *keywords, const char *word)
{
  for (; *keywords; keywords++)
    if (**keywords == *word && strcmp (*keywords, word) == 0)
      return true;
  return false;
}

static bool
is_letter (char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

bool
token_name_is_plain (const char *const *keywords, const char *name)
{
  if (!is_letter (name[0]))
    return false;
  for (const char *c = name; *c; c++)
    if (!is_letter (*c) && (*c < '0' || *c > '9') && *c != '.')
      return false;
  return !token_is_keyword (keywords, name);
}

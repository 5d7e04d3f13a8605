/* constants.c -- what constant expressions are worth, and that models without data have
 * no values.
 *
 * Each expression is the initial value of a field, and so folded; what it is worth is
 * written beside it, by hand, from the rules of C and of doc/eml.md.
 */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eml/eml.h"
#include "models/families/random_model.h"
#include "tests/lib/tap.h"

struct constant
{
  const char *type, *text;
  int64_t value;
};

static const struct constant constants[] = {
  { "int", "7 / -2", -3 },
  { "int", "-7 % 3", -1 },
  { "int", "7 % -3", 1 },
  { "int", "2147483647 + 1", INT32_MIN },
  { "int(64)", "2147483647 + 1", INT32_MIN }, /* computed in 32 bits */
  { "int(64)", "2147483648 - 1", INT32_MAX }, /* ... in 64: a number that needs them */
  { "int(64)", "0x7FFFFFFFFFFFFFFF + 1", INT64_MIN },
  { "int(64)", "0xFFFFFFFFFFFFFFFF", -1 },
  { "int(64)", "0xFFFFFFFF", 4294967295 },
  { "int", "0xFFFFFFFF", -1 },
  { "int(8)", "200", -56 },
  { "int(1)", "3", -1 },
  { "int(3)", "4", -4 },
  { "int", "-2147483648 / -1", INT32_MIN }, /* in 64 bits, and then cut */
  { "int(64)", "(0x7FFFFFFFFFFFFFFF + 1) / -1", INT64_MIN },
  { "int(64)", "(0x7FFFFFFFFFFFFFFF + 1) % -1", 0 },
  { "int", "1 << 31", INT32_MIN },
  { "int(64)", "1 << 31", INT32_MIN },
  { "int(64)", "4294967296 >> 33", 0 },
  { "int(64)", "-4294967296 >> 31", -2 },
  { "int", "-1 >> 31", -1 },
  { "int", "~5", -6 },
  { "int", "6 & 3 | 8 ^ 1", 11 },
  { "int", "1 + 2 * 3 - 4 / 2", 5 },
  { "int", "(1 < 2) ? 10 : 1 / 0", 10 },
  { "int", "65536 * 65536", 0 },
  { "int(64)", "65536 * 65536", 0 },
  { "int(64)", "65536 * 4294967296", 281474976710656 },
  { "bool", "1 < 2 == true", 1 },
  { "bool", "false && 1 / 0 == 1", 0 },
  { "bool", "true || 1 / 0 == 1", 1 },
  { "bool", "!(3 >= 3)", 0 },
  { "bool", "true ^ true", 0 },
  { "bool", "true & !false", 1 },
  { "bool", "-1 < 4294967295", 1 },
  { "bool", "true ? false : true", 0 },
};

static void
test_constant (const struct constant *constant)
{
  struct quota quota;
  struct ir_subject subject;
  char text[200];
  snprintf (text, sizeof text, "field %s x = %s; process P { unit { read x; } }",
            constant->type, constant->text);
  quota_init (&quota);
  ir_subject_init (&subject, &quota);
  bool fine = eml_read_text (&subject, "constant.eml", text, strlen (text));
  int64_t value = fine ? subject.model.fields.at[0].initial : 0;
  tap_ok (fine && value == constant->value && !subject.model.fields.at[0].any,
          "%s x = %s: %" PRId64, constant->type, constant->text, value);
  ir_subject_clear (&subject);
}

/* Does the random model of SEED have values, slots or claims? */
static bool
has_values (uint64_t seed)
{
  struct quota quota;
  struct ir_subject subject;
  struct random_model_params params = random_model_vary_params (seed);
  char *text = NULL;
  size_t length = 0;
  FILE *file = open_memstream (&text, &length);
  bool written = file && random_model_write (file, &params);
  written &= file && fclose (file) == 0;
  quota_init (&quota);
  ir_subject_init (&subject, &quota);
  bool fine = written && eml_read_text (&subject, "random.eml", text, length);
  bool has = !fine || ir_has_data (&subject.flow) || subject.flow.slots.count > 0
             || subject.flow.exprs.count > 0 || subject.flow.claims.count > 0;
  ir_subject_clear (&subject);
  free (text);
  return has;
}

int
main (void)
{
  for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
    test_constant (&constants[i]);
  bool none = true;
  for (uint64_t seed = 1; seed <= 300; seed++)
    none &= !has_values (seed);
  tap_ok (none, "300 random models without data have no values");
  return tap_done ();
}

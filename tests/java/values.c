/* values.c -- abstract values are hash-consed: equal ones are one. */
#include <config.h>

#include "java/interpreter/abstract_value.h"
#include "tests/lib/tap.h"

int
main (void)
{
  struct quota quota;
  struct arena arena;
  struct values values;
  quota_init (&quota);
  arena_init (&arena, &quota);
  values_init (&values, &arena);

  value_id node = value_of (&values, VALUE_NODE, 7, 0);
  tap_ok (value_equal (node, value_of (&values, VALUE_NODE, 7, 0)),
          "one value, one number");
  tap_ok (!value_equal (node, value_of (&values, VALUE_NODE, 8, 0)), "others are others");
  tap_ok (value_touches (&values, SELF) && value_touches (&values, node),
          "I and its nodes");
  tap_ok (!value_touches (&values, OTHER), "nothing else");

  value_id plain = value_of (&values, VALUE_OBJECT, 3, 0);
  value_id inner = value_set_field (&values, &arena, plain, 11, SELF), known = OTHER;
  tap_ok (value_touches (&values, inner) && !value_touches (&values, plain),
          "an object that holds I has to do with I");
  tap_ok (value_field (&values, inner, 11, &known) && value_equal (known, SELF),
          "the field is known");
  tap_ok (!value_field (&values, inner, 12, &known), "another one is not");

  value_id one = value_set_field (&values, &arena, inner, 5, NULL_VALUE);
  value_id two = value_set_field (
    &values, &arena, value_set_field (&values, &arena, plain, 5, NULL_VALUE), 11, SELF);
  tap_ok (value_equal (one, two), "the order in which fields are set does not matter");
  value_id differs = value_set_field (&values, &arena, plain, 5, TRUE_VALUE);
  differs = value_set_field (&values, &arena, differs, 11, SELF);
  tap_ok (value_equal (value_common (&values, &arena, one, differs), inner),
          "what two objects have in common");
  value_id twice = value_set_field (&values, &arena, one, 5, TRUE_VALUE);
  tap_ok (value_field (&values, twice, 5, &known) && value_equal (known, TRUE_VALUE),
          "of two values that a field is set to, the last one counts");
  tap_ok (!value_field (&values, value_common (&values, &arena, one, twice), 5, &known),
          "where paths with different ones meet, it is not known");

  value_id deep = SELF;
  for (uint32_t i = 0; i < VALUE_DEPTH_MOST; i++)
    deep = value_set_field (&values, &arena, plain, 11, deep);
  tap_ok (value_kind (&values, deep) == VALUE_OBJECT, "objects in objects");
  tap_ok (value_equal (value_set_field (&values, &arena, plain, 11, deep), OTHER),
          "up to a depth");

  tap_ok (value_is_something (&values, SELF) && value_is_something (&values, plain)
            && !value_is_something (&values, NULL_VALUE)
            && !value_is_something (&values, node),
          "what is certainly not null");
  uint32_t before = values.list.count;
  for (uint32_t i = 0; i < 10000; i++)
    value_of (&values, VALUE_PLACE, i % 100, 0);
  tap_ok (values.list.count == before + 100, "nothing is made twice");
  arena_clear (&arena);
  tap_ok (quota.bytes == 0, "all memory is given back");
  return tap_done ();
}

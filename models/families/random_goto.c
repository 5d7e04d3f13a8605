/* random_goto.c -- the labels that the gotos of a random body go to.
 *
 * A goto may go to a label in the same unit block with the same stack of open
 * locks, before it or after it (see random_body.c for why that is enough).  Such
 * places are found by sorting, so that the cost is O(n log n) in the body.
 */
#include <config.h>

#include "random_body.h"

#include <assert.h>
#include <stdlib.h>

/* Labels in the order of where they stand, so that those of one place are together. */
static int
compare_labels (const void *left, const void *right)
{
  const struct op *x = left, *y = right;
  if (x->unit != y->unit)
    return x->unit < y->unit ? -1 : 1;
  if (x->stack != y->stack)
    return x->stack < y->stack ? -1 : 1;
  return (x->arg > y->arg) - (x->arg < y->arg);
}

/* How many of the sorted `labels` stand in an earlier place than `op`, or in its own. */
static size_t
count_labels_to (const struct op *labels, size_t count, const struct op *op, bool own)
{
  size_t low = 0, high = count;
  const struct op key
    = { .unit = op->unit, .stack = op->stack, .arg = own ? UINT32_MAX : 0 };
  while (low < high)
    {
      const size_t middle = low + (high - low) / 2;
      if (compare_labels (&labels[middle], &key) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

void
maker_resolve_gotos (struct maker *maker)
{
  size_t count = 0;
  struct op *labels = calloc ((size_t) maker->labels + 1, sizeof *labels);
  if (!labels)
    {
      maker->failed = true;
      return;
    }
  for (size_t i = 0; i < maker->op_count; i++)
    if (maker->ops[i].kind == OP_LABEL)
      labels[count++] = maker->ops[i];
  assert (maker->failed || count == maker->labels);
  qsort (labels, count, sizeof *labels, compare_labels);

  for (size_t i = 0; i < maker->op_count; i++)
    {
      struct op *jump = &maker->ops[i];
      if (jump->kind != OP_GOTO)
        continue;
      const size_t first = count_labels_to (labels, count, jump, false);
      const uint32_t fitting
        = (uint32_t) (count_labels_to (labels, count, jump, true) - first);
      if (fitting == 0)
        {
          jump->kind = OP_SKIP;
          continue;
        }
      const uint32_t most = 1 + chance_below (&maker->chance, MOST_TARGETS);
      const uint32_t start = chance_below (&maker->chance, fitting);
      jump->arg = fitting < most ? fitting : most;
      for (uint32_t j = 0; j < jump->arg; j++)
        jump->targets[j] = labels[first + (start + j) % fitting].arg;
    }
  free (labels);
}

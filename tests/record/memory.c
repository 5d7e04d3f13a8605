/* memory.c -- what variables are called and how they overlap, for recorder.sh. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct pair
{
  int first, second;
};
struct pair pairs[3], copy;
static int table[4];
int whole;
struct
{
  int open;
  struct
  {
    int sold, left;
  } stock;
} shop;
struct
{
  int kind;
  union
  {
    int number, other;
  } u;
} either;

static int
count_up (void)
{
  static int calls;
  return ++calls;
}

__attribute__ ((noinline)) static void
fill (int *at, int value)
{
  *at = value;
}

int
main (void)
{
  int local = 5;
  whole = 1;
  fill (&pairs[1].first, 3);
  fill (&pairs[1].second, 4);
  copy = pairs[1];
  memset (table, 1, sizeof table);
  fill (&table[2], count_up ());
  for (int i = 0; i < 2; i++)
    {
      int *object = malloc (24);
      fill (object + 1, 7);
      free (object);
    }
  fill (&local, 6);
  fill (&shop.stock.left, 8);
  fill (&shop.stock.sold, 8);
  fill (&shop.open, 1);
  fill (&either.kind, 1);
  fill (&either.u.number, 1);
  return whole + copy.first + table[2] + local == 0;
}

// expect: assert:gap
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>
#include <assert.h>
struct n
{
  struct n *next;
  int v;
};
_Atomic (struct n *) top;
void
push (int v)
{
  struct n *x = malloc (sizeof *x);
  x->v = v;
  struct n *o = atomic_load (&top);
  do
    x->next = o;
  while (!atomic_compare_exchange_strong (&top, &o, x));
}
int
pop (void)
{
  struct n *o = atomic_load (&top);
  if (!o)
    return 0;
  if (!atomic_compare_exchange_strong (&top, &o, o->next))
    return 0;
  int v = o->v;
  free (o);
  return v;
}
void *
w (void *p)
{
  pop ();
  pop ();
  push (3);
  return p;
}
int
main (void)
{
  pthread_t t;
  push (1);
  push (2);
  pthread_create (&t, 0, w, 0);
  int v = pop ();
  pthread_join (t, 0);
  struct n *o = atomic_load (&top);
  if (o)
    assert (o->v != 1 || v == 2);
  return 0;
}

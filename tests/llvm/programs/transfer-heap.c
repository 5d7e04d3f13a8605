// expect: race:safe deadlock:violation
#include <pthread.h>
#include <stdlib.h>
struct acc
{
  pthread_mutex_t m;
  int bal;
};
static struct acc *
mk (void)
{
  struct acc *a = malloc (sizeof *a);
  pthread_mutex_init (&a->m, 0);
  a->bal = 10;
  return a;
}
struct pair
{
  struct acc *f, *t;
};
void *
tr (void *p)
{
  struct pair *x = p;
  pthread_mutex_lock (&x->f->m);
  pthread_mutex_lock (&x->t->m);
  x->f->bal--;
  x->t->bal++;
  pthread_mutex_unlock (&x->t->m);
  pthread_mutex_unlock (&x->f->m);
  return 0;
}
int
main (void)
{
  struct acc *a = mk (), *b = mk ();
  struct pair p = { a, b }, q = { b, a };
  pthread_t t, u;
  pthread_create (&t, 0, tr, &p);
  pthread_create (&u, 0, tr, &q);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}

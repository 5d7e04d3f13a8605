// expect: race:violation deadlock:gap
#include <pthread.h>
#include <stdlib.h>
struct n
{
  pthread_mutex_t m;
  int v;
  struct n *next;
};
struct n *head;
void *
w (void *p)
{
  for (struct n *i = head; i; i = i->next)
    {
      pthread_mutex_lock (&i->m);
      i->v++;
      pthread_mutex_unlock (&i->m);
    }
  return p;
}
void *
r (void *p)
{
  int s = 0;
  for (struct n *i = head; i; i = i->next)
    s += i->v;
  return (void *) (long) s;
}
int
main (void)
{
  pthread_t t, u;
  for (int i = 0; i < 2; i++)
    {
      struct n *x = malloc (sizeof *x);
      pthread_mutex_init (&x->m, 0);
      x->v = 0;
      x->next = head;
      head = x;
    }
  pthread_create (&t, 0, w, 0);
  pthread_create (&u, 0, r, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}

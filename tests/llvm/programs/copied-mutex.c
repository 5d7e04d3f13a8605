// expect: assert:violation race:violation
#include <pthread.h>
#include <string.h>
#include <assert.h>
struct s
{
  pthread_mutex_t m;
  int *p;
};
struct s a, b;
int shared;
void *
w (void *q)
{
  struct s *s = q;
  pthread_mutex_lock (&s->m);
  (*s->p)++;
  pthread_mutex_unlock (&s->m);
  return q;
}
int
main (void)
{
  pthread_t t, u;
  pthread_mutex_init (&a.m, 0);
  a.p = &shared;
  memcpy (&b, &a, sizeof a);
  pthread_create (&t, 0, w, &a);
  pthread_create (&u, 0, w, &b);
  pthread_join (t, 0);
  pthread_join (u, 0);
  assert (shared == 2);
  return 0;
}

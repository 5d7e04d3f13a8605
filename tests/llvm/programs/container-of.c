// expect: assert:violation race:safe deadlock:safe
#include <pthread.h>
#include <stddef.h>
#include <assert.h>
struct link
{
  struct link *next;
};
struct item
{
  int v;
  struct link l;
};
struct item a, b;
struct link *head;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void
push (struct link *l)
{
  pthread_mutex_lock (&m);
  l->next = head;
  head = l;
  pthread_mutex_unlock (&m);
}
void *
w (void *p)
{
  struct item *i = p;
  i->v = 3;
  push (&i->l);
  return p;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, w, &a);
  pthread_mutex_lock (&m);
  struct link *l = head;
  pthread_mutex_unlock (&m);
  if (l)
    {
      struct item *i = (struct item *) ((char *) l - offsetof (struct item, l));
      assert (i->v != 3);
    }
  pthread_join (t, 0);
  return 0;
}

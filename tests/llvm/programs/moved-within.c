// expect: assert:gap race:gap deadlock:gap
// What is moved overlaps with where it was.
#include <assert.h>
#include <pthread.h>
#include <string.h>
int cells[3] = { 1, 2, 3 };
void *
work (void *argument)
{
  memmove (&cells[1], &cells[0], 2 * sizeof cells[0]);
  return argument;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  pthread_join (t, 0);
  assert (cells[2] != 2);
  return 0;
}

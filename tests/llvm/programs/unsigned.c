// expect: assert:safe race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
unsigned char small = 250;
unsigned wide = 1;
unsigned long widest = 1;
void *
work (void *argument)
{
  small += 10; /* 260 - 256 */
  wide -= 2;   /* 2^32 - 1 */
  widest -= 2;
  return argument;
}
int
main (void)
{
  pthread_t a;
  pthread_create (&a, 0, work, 0);
  pthread_join (a, 0);
  assert (small == 4);
  assert (wide > 1000 && wide / 2 == 0x7FFFFFFF && wide % 10 == 5);
  assert (widest > 1000 && widest >> 60 == 15 && widest / 3 == 0x5555555555555555);
  assert ((signed char) wide == -1 && (short) -70000 == -4464);
  return 0;
}

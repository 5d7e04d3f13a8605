/* phaselock.h -- the public interface of libphaselock. */
#ifndef PHASELOCK_H
#define PHASELOCK_H

/* "MAJOR.MINOR.PATCH" */
const char *phaselock_version (void);

#endif

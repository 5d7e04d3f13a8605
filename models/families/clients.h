/* clients.h -- the family `clients', shaped like models that come from Java classes.
 * Private to families.c, whose table it stands in.
 */
#ifndef CLIENTS_H
#define CLIENTS_H

#include "families.h"

void clients_write (FILE *out, const struct families_params *params);

#endif

/* modified_utf8.h -- the texts of class files, and UTF-8 made from them.
 *
 * Class files write UTF-16 code units as UTF-8 would write characters (JVMS 4.4.7):
 * NUL takes two bytes, a character beyond U+FFFF is two surrogates of three bytes
 * each, and no byte is 0 or above EF.
 */
#ifndef JAVA_MODIFIED_UTF8_H
#define JAVA_MODIFIED_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/names.h"

/* Is it?  Sets *WRONG to the offset of the first byte that is wrong. */
bool modified_utf8_is_valid (const uint8_t *bytes, size_t length, size_t *wrong);

/* Names of valid texts.  What UTF-8 cannot say, a NUL or a lone surrogate, becomes
   U+FFFD and four hexadecimal digits. */
name_id modified_utf8_intern (struct names *names, struct arena *arena,
                              const uint8_t *bytes, size_t length);

/* Can valid text be a name of a class ("a/b/C", with slashes), of a member?  Refuses
   characters that are not to be shown, and parts like "..", though a virtual machine
   may take some of these. */
bool modified_utf8_names_class (const uint8_t *bytes, size_t length);
bool modified_utf8_names_member (const uint8_t *bytes, size_t length);

#endif

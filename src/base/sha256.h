/* sha256.h -- the hash by which a witness names the program that it is about. */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include <stddef.h>

#define SHA256_HEX_SIZE 65

/* The SHA-256 (FIPS 180-4) of LENGTH bytes, as 64 hexadecimal digits and a NUL. */
void sha256_hex (const void *bytes, size_t length, char hex[SHA256_HEX_SIZE]);

#endif

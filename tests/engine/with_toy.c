/* with_toy.c -- the table of engines once more, built with with_toy.def. */
#include "engine/engine.c"

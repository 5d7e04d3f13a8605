/* order.h -- ranks of symbols: an order of saturation that saves work.
 *
 * A transition that leaves the worklist before everything that it depends on has settled
 * returns to it later, and so do its successors.  So symbols are ranked callees first,
 * and inside a procedure in reverse postorder: without loops and recursion every
 * transition then settles at once.  The exits of a procedure come right after its last
 * symbol.  Only time depends on ranks.
 */
#ifndef WPDS_ORDER_H
#define WPDS_ORDER_H

#include "wpds/system.h"

/* Store the rank of each symbol in RANK, and in EXIT, by symbol, the rank of the exits
   of its procedure.  Returns a number above all ranks.  The rules have been sorted. */
uint32_t wpds_order_symbols (const struct wpds_system *system, struct arena *scratch,
                             uint32_t *rank, uint32_t *exit);

#endif

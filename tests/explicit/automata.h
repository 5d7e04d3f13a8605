/* automata.h -- automata that try everything, for the tests of the explicit search. */
#ifndef TESTS_EXPLICIT_AUTOMATA_H
#define TESTS_EXPLICIT_AUTOMATA_H

/* Steps of all kinds, clauses that forbid what is a step elsewhere, one thread
   to three. */
static const char test_automata[]
  = "automaton 1 (a) { threads u, v; u reads a in unit; v writes a; u writes a in unit;"
    "  u stays in unit from 1 to 3; }"
    "automaton 2 (a) { threads u, v; u writes a in unit; v reads a; v writes a;"
    "  u writes a in unit; u stays in unit from 1 to 4; v stays in unit from 2 to 3; }"
    "automaton 3 (a) { threads u, v; u reads a; v writes a; u writes a;"
    "  never v reads a from 1 to 2; never u reads a from 1 to 3; }"
    "automaton 4 (a, b) { threads u, v, w; u writes a; v reads a in unit; w writes b;"
    "  v reads b; v stays in unit from 2 to 4; never u writes b from 2 to 3;"
    "  never w accesses a from 1 to 4; }"
    "automaton 5 (a) { threads u, v; u begins unit; v begins unit; u writes a;"
    "  v accesses a; u ends unit; u stays in unit from 1 to 5;"
    "  never v writes a from 1 to 4; }"
    "automaton 6 (a) { threads u; u writes a; u reads a; u writes a;"
    "  never u reads a from 2 to 3; u stays in unit from 1 to 2; }"
    "automaton 7 (a, b) { threads u, v; u reads a; v reads b; u reads b; v writes a;"
    "  never u writes a from 1 to 4; never v writes b from 1 to 4;"
    "  never u accesses a from 2 to 3; u stays in unit from 1 to 3;"
    "  v stays in unit from 2 to 4; }";

#endif

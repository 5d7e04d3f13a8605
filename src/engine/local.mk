# Engines: the table, what all share, and a folder for each.
noinst_LTLIBRARIES += libengine.la
libengine_la_SOURCES = \
  src/engine/engine.c src/engine/engine.h src/engine/engines.def \
  src/engine/invariant.h \
  src/engine/question.h \
  src/engine/reductions.c src/engine/reductions.h \
  src/engine/run.h \
  src/engine/statistics.c src/engine/statistics.h \
  src/engine/verdict_kind.c src/engine/verdict_kind.h

libengine_la_SOURCES += \
  src/engine/weighted/solution.c src/engine/weighted/solution.h \
  src/engine/weighted/trail.c src/engine/weighted/trail.h \
  src/engine/weighted/tuple_weights.c src/engine/weighted/tuple_weights.h

libengine_la_SOURCES += \
  src/engine/antichain/antichain_engine.c

libengine_la_SOURCES += \
  src/engine/bdd/bdd_engine.c

libengine_la_SOURCES += \
  src/engine/direct/atlas.c src/engine/direct/atlas.h \
  src/engine/direct/demand.c src/engine/direct/demand.h \
  src/engine/direct/direct_engine.c \
  src/engine/direct/access_ways.c src/engine/direct/access_ways.h \
  src/engine/direct/track.c src/engine/direct/track.h \
  src/engine/direct/ways.c src/engine/direct/ways.h

libengine_la_SOURCES += \
  src/engine/steps/bystanders.c src/engine/steps/bystanders.h \
  src/engine/steps/control.c src/engine/steps/control.h \
  src/engine/steps/data_model.c src/engine/steps/data_model.h \
  src/engine/steps/evaluate.c src/engine/steps/evaluate.h \
  src/engine/steps/frames.c src/engine/steps/frames.h \
  src/engine/steps/liveness.c src/engine/steps/liveness.h \
  src/engine/steps/lives.c src/engine/steps/lives.h \
  src/engine/steps/next_step.c src/engine/steps/next_step.h \
  src/engine/steps/program.c src/engine/steps/program.h \
  src/engine/steps/state.c src/engine/steps/state.h \
  src/engine/steps/take_step.c \
  src/engine/steps/watching.c src/engine/steps/watching.h

libengine_la_SOURCES += \
  src/engine/explicit/explicit_engine.c \
  src/engine/explicit/growth.c src/engine/explicit/growth.h \
  src/engine/explicit/protection.c src/engine/explicit/protection.h \
  src/engine/explicit/retrace.c src/engine/explicit/retrace.h \
  src/engine/explicit/search.c src/engine/explicit/search.h \
  src/engine/explicit/sole_access.c src/engine/explicit/sole_access.h \
  src/engine/explicit/found_violations.c src/engine/explicit/found_violations.h \
  src/engine/explicit/stuck_states.c src/engine/explicit/stuck_states.h

libengine_la_SOURCES += \
  src/engine/stateless/dependence.c src/engine/stateless/dependence.h \
  src/engine/stateless/execution.c src/engine/stateless/execution.h \
  src/engine/stateless/stateless_engine.c

libengine_la_SOURCES += \
  src/engine/cpds/cpds_engine.c \
  src/engine/cpds/intersection.c src/engine/cpds/intersection.h

# Their rows are there without a SAT solver, too.
libengine_la_SOURCES += \
  src/engine/bmc/bmc_engine.c \
  src/engine/ic3/ic3_engine.c

# What needs a SAT solver.
if CADICAL
libengine_la_SOURCES += \
  src/engine/sat/aig.c src/engine/sat/aig.h \
  src/engine/sat/bits.c src/engine/sat/bits.h \
  src/engine/sat/clauses.c src/engine/sat/clauses.h \
  src/engine/sat/dimacs.c src/engine/sat/dimacs.h \
  src/engine/sat/solver.c src/engine/sat/solver.h \
  src/engine/sat/ternary.c src/engine/sat/ternary.h \
  src/engine/sat/transition.h
libengine_la_SOURCES += \
  src/engine/symbolic/effect.c src/engine/symbolic/effect.h \
  src/engine/symbolic/effect_make.c \
  src/engine/symbolic/found.c src/engine/symbolic/found.h \
  src/engine/symbolic/kept_solver.c src/engine/symbolic/kept_solver.h \
  src/engine/symbolic/layout.c src/engine/symbolic/layout.h \
  src/engine/symbolic/scene.c src/engine/symbolic/scene.h \
  src/engine/symbolic/known.c src/engine/symbolic/known.h \
  src/engine/symbolic/stuck.c src/engine/symbolic/stuck.h \
  src/engine/symbolic/symbolic.c src/engine/symbolic/symbolic.h \
  src/engine/symbolic/unrolling.c src/engine/symbolic/unrolling.h
libengine_la_SOURCES += \
  src/engine/blocks/backward.c src/engine/blocks/backward.h \
  src/engine/blocks/block_movers.c src/engine/blocks/block_movers.h \
  src/engine/blocks/block_relation.c src/engine/blocks/block_relation.h \
  src/engine/blocks/block_state.c src/engine/blocks/block_state.h \
  src/engine/blocks/blocks.c src/engine/blocks/blocks.h \
  src/engine/blocks/conditions.c \
  src/engine/blocks/forever.c src/engine/blocks/forever.h \
  src/engine/blocks/hazards.c src/engine/blocks/hazards.h \
  src/engine/blocks/index_terms.c src/engine/blocks/index_terms.h \
  src/engine/blocks/place_values.c src/engine/blocks/place_values.h \
  src/engine/blocks/places.c src/engine/blocks/places.h \
  src/engine/blocks/properties.c src/engine/blocks/properties.h \
  src/engine/blocks/runs.c src/engine/blocks/runs.h \
  src/engine/blocks/swaps.c src/engine/blocks/swaps.h \
  src/engine/ic3/block_facts.c src/engine/ic3/block_facts.h \
  src/engine/ic3/tell_invariant.c src/engine/ic3/tell_invariant.h \
  src/engine/pdr/clause_frames.c src/engine/pdr/clause_frames.h \
  src/engine/pdr/counterexample.c src/engine/pdr/counterexample.h \
  src/engine/pdr/cube.c src/engine/pdr/cube.h \
  src/engine/pdr/frame_solver.c src/engine/pdr/frame_solver.h \
  src/engine/pdr/generalise.c src/engine/pdr/generalise.h \
  src/engine/pdr/inductive.c src/engine/pdr/inductive.h \
  src/engine/pdr/lifting.c src/engine/pdr/lifting.h \
  src/engine/pdr/obligations.c src/engine/pdr/obligations.h \
  src/engine/pdr/pdr.c src/engine/pdr/pdr.h \
  src/engine/pdr/unfolding.c src/engine/pdr/unfolding.h
libengine_la_SOURCES += \
  src/engine/bmc/all_races.c \
  src/engine/bmc/bounded.c src/engine/bmc/bounded.h \
  src/engine/bmc/deadlock.c src/engine/bmc/deadlock.h \
  src/engine/bmc/discovery.c src/engine/bmc/searching.h \
  src/engine/bmc/follow.c src/engine/bmc/follow.h \
  src/engine/bmc/movers.c src/engine/bmc/movers.h \
  src/engine/bmc/next_places.c src/engine/bmc/next_places.h \
  src/engine/bmc/next_visible.c src/engine/bmc/next_visible.h \
  src/engine/bmc/race_pairs.c src/engine/bmc/race_pairs.h \
  src/engine/bmc/paper/balance.c src/engine/bmc/paper/balance.h \
  src/engine/bmc/paper/eager.c \
  src/engine/bmc/paper/unmatched.c src/engine/bmc/paper/unmatched.h \
  src/engine/bmc/passings.c \
  src/engine/bmc/strategy.h \
  src/engine/bmc/coupling.c src/engine/bmc/coupling.h \
  src/engine/bmc/tokens.c \
  src/engine/bmc/unroll.c src/engine/bmc/unroll.h
endif
EXTRA_DIST += src/engine/bmc/README.md src/engine/bmc/paper/README.md src/engine/blocks/README.md src/engine/ic3/README.md \
  src/engine/pdr/README.md src/engine/sat/README.md src/engine/symbolic/README.md
EXTRA_DIST += src/engine/README.md src/engine/weighted/README.md src/engine/antichain/README.md \
  src/engine/bdd/README.md src/engine/direct/README.md src/engine/explicit/README.md src/engine/steps/README.md \
  src/engine/stateless/README.md src/engine/cpds/README.md

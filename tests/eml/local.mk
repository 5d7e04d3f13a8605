# Filled in with the first test.

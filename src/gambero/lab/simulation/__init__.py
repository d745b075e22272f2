"""Many games of given bots, counted: `simulate`, and how it spreads the games over threads, processes and machines."""

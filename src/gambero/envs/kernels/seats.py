"""Who plays at the tables of a kernel: the learner, and bots by number."""

LEARNER = 0
BOTS = ("random", "greedy", "careful")
RANDOM, GREEDY, CAREFUL = range(3)
BOTS_STREAM = 2**62  # generators of random bots, far from those of the decks

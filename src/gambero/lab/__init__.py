"""The laboratory: many games simulated, bots compared, the results written down, weights trained."""

"""Measurements of speed: `make bench`. Compare ratios within one run; figures of different machines differ."""

"""Whole games of compiled bots, inside Numba kernels: no views, no Python objects, no interpreter lock."""

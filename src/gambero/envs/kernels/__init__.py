"""Kernels of the environments: observations, masks, and steps of many tables at once."""

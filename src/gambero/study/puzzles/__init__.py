"""Puzzles: positions with one right answer, made by code, solved again by code."""

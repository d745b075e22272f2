"""Hints, luck, replays and what expert would have laid: jobs whose answers askers share."""

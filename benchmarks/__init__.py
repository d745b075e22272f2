"""How fast it is: `make bench`. Ratios within one run are what counts; machines differ."""

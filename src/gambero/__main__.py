"""`python -m gambero` is `gambero`."""

from gambero.cli import main

if __name__ == "__main__":
    main()

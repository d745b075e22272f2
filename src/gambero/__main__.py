"""`python -m gambero` is `gambero`."""

from gambero.cli.app import main

if __name__ == "__main__":
    main()

#!/bin/sh
# Set up .venv with everything pinned, and compile the law once. Called by make; safe to call again.
set -eu
cd "$(dirname "$0")"

say() { printf '\033[1m%s\033[0m\n' "$*" >&2; }

# The newest Python that will do; PYTHON=… chooses another.
find_python() {
    for python in ${PYTHON:-python3 python3.13 python3.12 python3.11 python}; do
        if "$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))' 2>/dev/null; then
            echo "$python"
            return
        fi
    done
    say "gambero needs Python 3.11 or newer, and none was found."
    say "Found: $(python3 --version 2>&1 || echo 'no python3 at all'). Install one, or name it: make PYTHON=/path/to/python3.12 …"
    exit 1
}

python=$(find_python)
say "1/3 A virtual environment in .venv ($("$python" --version 2>&1))"
if ! "$python" -m venv .venv; then
    say "Python has no venv module. On Debian and Ubuntu: apt-get install python3-venv"
    exit 1
fi

say "2/3 Installing what constraints.txt pins"
if ! .venv/bin/python -m pip install --disable-pip-version-check --progress-bar on --quiet \
    --constraint constraints.txt --editable '.[dev]'; then
    say "The packages could not be installed. Is the network away? What pip says above tells more; then run make again."
    exit 1
fi

say "3/3 Compiling the law (once; kept until its sources change)"
.venv/bin/python -m gambero.warm
touch .venv/.ready
say "Ready."

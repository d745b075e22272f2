#!/bin/sh
# Set up .venv with everything pinned, and compile the law once; `setup.sh tools` adds what tests, lint and benchmarks
# need, `setup.sh browser` a browser for the tests of the web page. Called by make; safe to call again.
set -eu
cd "$(dirname "$0")"

say() { printf '\033[1m%s\033[0m\n' "$*" >&2; }

# The first Python that will do; PYTHON=… names another.
find_python() {
    tried=
    for python in ${PYTHON:-python3 python3.13 python3.12 python3.11 python}; do
        if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$python"
            return
        fi
        tried="$tried $python ($("$python" --version 2>/dev/null || echo missing))"
    done
    say "gambero needs Python 3.11 or newer. Tried:$tried."
    say "Install one, or name it: make play PYTHON=/path/to/python3.12"
    exit 1
}

install() {
    if ! .venv/bin/python -m pip install --disable-pip-version-check --quiet --progress-bar on \
        --constraint constraints.txt --editable "$1"; then
        say "The packages could not be installed: what pip says above tells why. Is the network away? Then run make again."
        exit 1
    fi
}

# The tests of the web page need a Chromium; CHROMIUM=… names one.
if [ "${1:-}" = browser ]; then
    for browser in ${CHROMIUM:-chromium-headless-shell chromium chromium-browser google-chrome}; do
        if command -v "$browser" >/dev/null; then exit 0; fi
    done
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        say "Installing Chromium for the tests of the web page"
        if (apt-get update && apt-get install --yes --no-install-recommends chromium-headless-shell) >/dev/null; then exit 0; fi
        if apt-get install --yes --no-install-recommends chromium >/dev/null; then exit 0; fi
    fi
    say "There is no Chromium here, so the tests in tests/web that need one will not run. On Debian: apt-get install chromium"
    exit 0
fi

if [ "${1:-}" = tools ]; then
    say "Installing what tests, lint and benchmarks need"
    install '.[dev,cluster,data,docs,envs,openspiel,train,workers]'
    touch .venv/.tools
    exit 0
fi

python=$(find_python)
say "1/3 A virtual environment in .venv ($("$python" --version 2>&1))"
if ! "$python" -m venv .venv; then
    say "$python has no venv module. On Debian and Ubuntu: apt-get install python3-venv"
    exit 1
fi
say "2/3 Installing what constraints.txt pins, and building the web page"
export PIP_CONSTRAINT="$PWD/constraints.txt" # Node, where there is none, pinned too
install '.[serve]'
say "3/3 Compiling the law and its players (a minute or so, once; kept until their sources change)"
.venv/bin/python -m gambero.warm
touch .venv/.ready
say "Ready."

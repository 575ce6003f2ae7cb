# shellcheck shell=bash
# The stages of .ci/run: what each of them checks, and the function that fails unless it holds. Sourced by it.
set -euo pipefail

: "${scratch:?is a folder that .ci/run makes}"
declare -A checks

# ---- for stages to use

fresh() { # NAME: activate a new virtual environment
    "${PYTHON:-python3}" -m venv "$scratch/$1"
    # shellcheck disable=SC1090,SC1091
    source "$scratch/$1/bin/activate"
}

await_wheel() { # wait until stage "wheel" has ended
    until [[ -e $scratch/ended/wheel ]]; do
        sleep 1
    done
}

use_wheel() { # activate the environment of stage "wheel", once it is there
    await_wheel
    # shellcheck disable=SC1091
    source "$scratch/wheel/bin/activate"
    python -P -c "import hashi_fast"
}

copy_source() { # NAME: go to a copy of what is committed, since builds side by side cannot share a folder
    mkdir "$scratch/$1"
    git archive HEAD | tar -x -C "$scratch/$1"
    cd "$scratch/$1"
}

need() { # PACKAGES of Debian: install them
    export DEBIAN_FRONTEND=noninteractive
    apt-get install -y -q "$@" || { apt-get update -q && apt-get install -y -q "$@"; }
}

# The commands are taken from the README, so that they are the ones people are told.
readme_command() { # PATTERN: print the line of the README
    grep -m1 -x "$1" README.md
}

told() { # COMMAND: run it as a reader would
    printf '$ %s\n' "${1:?the README has no such line}"
    bash -c "$1"
}

# A new environment, in which `pip install hashi-fast` finds the wheel of stage "wheel" before any that is published.
fresh_with_wheel() { # NAME
    await_wheel
    fresh "$1"
    export PIP_FIND_LINKS="$scratch/dist ${PIP_FIND_LINKS-}"
}

use_sanitized() { # SANITIZERS LIBRARY: put such a build before the wheel, and go to a copy of the source
    use_wheel
    copy_source "$2-source"
    HASHI_FAST_SANITIZE=$1 pip install -q --no-deps --no-build-isolation --target "$scratch/$2" .
    export PYTHONPATH=$scratch/$2
    # The library of C++ goes along, or what others throw is not caught.
    LD_PRELOAD="$("${CC:-gcc}" -print-file-name="$2.so") $("${CC:-gcc}" -print-file-name=libstdc++.so)"
    export LD_PRELOAD
}

# ---- the README's commands, in the checkout

checks[tools]="the programs outside our code that tests ask: solvers for exports, shells for completions, checkers for books"
stage_tools() {
    local pair
    # program:package, if they differ
    for pair in minisat cadical z3 minizinc fish zsh qpdf glpsol:glpk-utils pdffonts:poppler-utils; do
        command -v "${pair%:*}" || need "${pair#*:}" ||
            echo "${pair#*:} could not be installed: the tests that need it are skipped, by name"
    done
}

checks[try]="the README's way to try it, in an empty environment"
stage_try() {
    fresh try
    told "$(readme_command 'pip install \. .*hashi-fast demo')"
}

checks[test]="the README from top to bottom in a checkout, and with it the quick suite"
stage_test() {
    fresh_with_wheel test
    copy_source test-source
    python tests/readme.py | tee "$scratch/test.log"
    if ((EUID == 0)) && grep -E '^SKIPPED.*(Cython|compiler|small disk)' "$scratch/test.log"; then # all are here
        return 1
    fi
}

checks[node]="the game's core in JavaScript, by the test runner of Node"
stage_node() {
    command -v node || need nodejs
    node --test | tee "$scratch/node.log"
    grep -Eq '^(#|ℹ) tests [1-9]' "$scratch/node.log" # with nothing to run it would be content, too
}

# ---- one wheel for all else

checks[wheel]="what is committed gives a source distribution, which alone gives a wheel, which installs with all extras"
stage_wheel() {
    local sdist
    fresh sdist
    copy_source sdist-source
    pip install -q build twine
    python -m build -q --sdist --outdir "$scratch/sdist-made" .
    sdist=$(echo "$scratch"/sdist-made/*.tar.gz)
    twine check --strict "$sdist"
    deactivate

    mkdir "$scratch/unpacked"
    cd "$scratch/unpacked" # away from the source
    fresh wheel
    pip wheel -q --no-deps --wheel-dir "$scratch/dist" "$sdist"
    pip install -q "$(echo "$scratch"/dist/*.whl)[test,browser,bench,plot,lint,docs]"
    ls -l "$sdist" "$scratch/dist"
    tar -xf "$sdist" --strip-components=1
    pytest -p no:cacheprovider -n 0 -k golden tests/generation tests/support
}

checks[install]="the README from top to bottom outside a checkout, where pip takes that wheel"
stage_install() {
    local readme=$PWD/tests/readme.py
    fresh_with_wheel install
    mkdir "$scratch/outside"
    cd "$scratch/outside"
    python "$readme" outside
    python -P - ../dist/*.whl <<'PYTHON'
import sys, sysconfig, zipfile
from pathlib import Path
site = Path(sysconfig.get_path("platlib"))
with zipfile.ZipFile(sys.argv[1]) as wheel:
    files = [name for name in wheel.namelist() if name.startswith("hashi_fast/")]
    assert all((site / name).read_bytes() == wheel.read(name) for name in files), "another build of it was installed"
print(f"{len(files)} files, all from {Path(sys.argv[1]).name}")
PYTHON
}

checks[lint]="ruff, cython-lint, mypy and shellcheck have nothing to say"
stage_lint() {
    use_wheel
    copy_source lint-source
    ruff check .
    cython-lint hashi_fast
    mypy
    shellcheck --external-sources --check-sourced .ci/run
}

checks[browser]="the game in a real browser, nothing left out"
stage_browser() {
    use_wheel
    command -v chromium || need chromium
    pytest -m browser --durations=10 | tee "$scratch/browser.log"
    if grep -Eq '[0-9] (skipped|xfailed)' "$scratch/browser.log"; then
        return 1
    fi
}

checks[slow]="the slow suite, with the peers of the comparison"
stage_slow() {
    use_wheel
    pytest -m slow --durations=10
}

checks[plot]="the tests of plots, with matplotlib"
stage_plot() {
    use_wheel
    pytest -k plot
}

checks[docs]="the site of the documentation builds without a warning; its links, pictures and reference hold"
stage_docs() {
    use_wheel
    copy_source docs-source
    export NO_MKDOCS_2_WARNING=1 # the theme's advertisement
    mkdocs build --strict --site-dir "$scratch/site"
    pytest -n 0 -m "slow or not slow" tests/website | tee "$scratch/docs.log"
    if grep -Eq '[0-9] skipped' "$scratch/docs.log"; then
        return 1
    fi
}

checks[address]="the quick suite with bounds checks, AddressSanitizer and UndefinedBehaviorSanitizer"
stage_address() {
    HASHI_FAST_DEBUG=1 use_sanitized address,undefined libasan
    export ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
    python -P -c "from hashi_fast._testing import red_zone; assert red_zone() > 0, 'not a sanitizer build'"
    pytest -p no:cacheprovider --durations=10
}

checks[fuzz]="each fuzz target, guided by coverage from a fixed seed, finds nothing"
stage_fuzz() {
    local target
    use_wheel
    if ! pip install -q --target "$scratch/atheris" atheris; then
        echo "atheris could not be installed: nothing is fuzzed"
        return
    fi
    for target in readers lines batches pickles; do
        (cd "$scratch" && PYTHONPATH=$scratch/atheris python -P "$OLDPWD/tests/fuzz/run.py" "$target" -runs=3000 -seed=1)
    done
}

checks[thread]="the tests of threads under ThreadSanitizer, which reports a planted race"
stage_thread() {
    use_sanitized thread libtsan
    export TSAN_OPTIONS=halt_on_error=0:exitcode=66
    pytest -p no:cacheprovider -n 0 -k threads # in this process, whose exit code tells of races
    # A counter that is not made for threads must be reported, or the run above proves nothing.
    if python -P tests/race.py >race.log 2>&1; then
        echo "ThreadSanitizer did not see a race that is there"
        return 1
    fi
    grep -m1 "data race" race.log
}

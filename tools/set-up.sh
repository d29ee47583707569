# What ./carom, ./test, .ci/run and the tools share; they source it with `root` set to the
# project's folder. Messages go to standard error: standard output belongs to the program.

say() { printf '%s\n' "carom: $*" >&2; }

# packages SECTION…: the packages of these sections of packages.txt, one a line.
packages() {
  for section in "$@"; do
    sed -n "/^\[$section\]/,/^\[/ { s/#.*//; /^\[/d; s/[[:space:]]//g; /./p }" "$root/packages.txt"
  done
}

# lacking PACKAGE…: those that are neither installed nor provided by what is, one a line. (A nodejs
# from elsewhere than Debian brings its npm along, and refuses Debian's.)
lacking() {
  provided=$(dpkg-query -W -f '${db:Status-Status} ,${Provides},\n' |
    sed -n 's/^installed //p' | sed 's/([^)]*)//g; s/[[:space:]]//g')
  for package in "$@"; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)
    [ "$state" = installed ] && continue
    case "$provided" in *",$package,"*) continue ;; esac
    printf '%s\n' "$package"
  done
}

# install_packages SECTION…: installs what these sections lack. Where there is no dpkg nothing is
# done: CMake says then which package it cannot find.
install_packages() {
  command -v dpkg-query >/dev/null || return 0
  wanted=$(packages "$@")
  [ -n "$(lacking $wanted)" ] || return 0
  mkdir -p "$root/build" || return 1
  (
    flock 9 || exit 1
    missing=$(lacking $wanted)
    [ -n "$missing" ] || exit 0
    missing=$(printf '%s ' $missing)
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
      if ! command -v sudo >/dev/null; then
        say "these Debian packages are lacking; install them as root:"
        say "  apt-get install $missing"
        exit 1
      fi
      as_root=sudo
    fi
    say "installing $missing"
    export DEBIAN_FRONTEND=noninteractive
    $as_root apt-get -qq -o DPkg::Lock::Timeout=600 update >&2 9>&- || exit 1
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends \
      -o DPkg::Lock::Timeout=600 -o Dpkg::Options::=--force-unsafe-io -o Dpkg::Use-Pty=0 \
      install $missing >&2 9>&-
  ) 9>"$root/build/packages.lock" </dev/null || { say "the packages could not be installed"; return 1; }
}

# configure PRESET [OPTION…]: CMake's configuration in build/PRESET, anew if the project's folder was
# moved.
configure() {
  fresh=
  preset=$1
  shift
  cache=$root/build/$preset/CMakeCache.txt
  if [ -f "$cache" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$cache"; then
    fresh=--fresh
  fi
  if command -v ccache >/dev/null; then export CMAKE_CXX_COMPILER_LAUNCHER=ccache; fi
  (cd "$root" && cmake --preset "$preset" $fresh "$@")
}

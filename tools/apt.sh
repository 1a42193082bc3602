# Sourced by bash scripts that install packages: as root, by an apt-get that asks nothing. After saying.sh.
# shellcheck shell=bash

as_root=()  # what to put before a command that needs root

become_root() {  # WHAT-ELSE-TO-DO
  if [ "$(id -u)" = 0 ] || [ ${#as_root[@]} -gt 0 ]; then return; fi
  command -v sudo >/dev/null || die "installing needs root, and sudo is not there. $1"
  # `sudo -v` may ask where a command would just be run.
  if ! sudo -n true 2>/dev/null; then
    step "asking sudo for the right to install"
    sudo -v || die "sudo refused. $1"
  fi
  as_root=(sudo)
}

# Waits for another apt-get rather than failing on its lock; asks no questions.
apt() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=900 "$@"
}

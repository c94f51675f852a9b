#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Builds the Debian packages from the committed files, looks at them with lintian, and, as root, installs
# and removes them inside a mount namespace, so that the system stays as it is.
#
#   tests/package/run.sh      (needs debhelper and lintian)
set -eu
source=$(cd "$(dirname "$0")/../.." && pwd)
for program in dpkg-buildpackage dh lintian; do
    command -v "$program" >/dev/null || { echo "$program is needed"; exit 77; }
done
work=$(mktemp -d "${TMPDIR:-/tmp}/shard-package.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir "$work/shardodbc" "$work/layer"
(cd "$source" && git archive HEAD) | tar -xf - -C "$work/shardodbc"
(cd "$work/shardodbc" && DEB_BUILD_OPTIONS="nocheck ${DEB_BUILD_OPTIONS:-parallel=2}" \
    dpkg-buildpackage -us -uc -b) >"$work/build.log" 2>&1 || { tail -n 40 "$work/build.log"; exit 1; }
lintian --allow-root --fail-on error "$work"/*.changes
[ "$(id -u)" = 0 ] || exit 0

cat >"$work/install" <<'SCRIPT'
set -eu
work=$1
mount -t tmpfs tmpfs "$work/layer"
for folder in etc usr var; do
    mkdir "$work/layer/$folder" "$work/layer/$folder.work"
    mount -t overlay overlay -o \
        "lowerdir=/$folder,upperdir=$work/layer/$folder,workdir=$work/layer/$folder.work" "/$folder"
done
packages="$(ls "$work"/odbc-shardodbc_*.deb) $(ls "$work"/shardodbc_*.deb)"
dpkg -i $packages >/dev/null
dpkg -i $packages >/dev/null # again: still registered once
odbcinst -q -d -n ShardODBC | grep -q '^UsageCount=1$' || { echo "not registered once"; exit 1; }
library=$(odbcinst -q -d -n ShardODBC | sed -n 's/^Driver=//p')
[ -f "$library" ] || { echo "$library is not there"; exit 1; }
shardodbc --version
dpkg -P odbc-shardodbc shardodbc >/dev/null
! odbcinst -q -d -n ShardODBC >/dev/null 2>&1 || { echo "still registered"; exit 1; }
[ ! -e /usr/share/shardodbc ] || { echo "files are left"; exit 1; }
echo "installs, registers and removes cleanly"
SCRIPT
unshare -m sh "$work/install" "$work"

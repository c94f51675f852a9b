# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=dash
# LibreOffice's database access (SDBC over ODBC), driven without a window.
packages="libreoffice-base-drivers libreoffice-core-nogui libreoffice-base-core python3-uno"
heavy=yes

have() {
    command -v soffice && /usr/bin/python3 -c 'import uno' &&
        [ -f /usr/lib/libreoffice/program/libodbclo.so ]
}

# psqlodbc ends the office at times while it exits, bare or under ours.
end_is_judged() {
    [ "$1" = "$2" ] && [ "$2" != pg ]
}

client() {
    profile=$work/office-$1
    pipe=shardodbc$$
    HOME=$work LC_ALL=C.UTF-8 soffice -env:UserInstallation="file://$profile" --headless --invisible --norestore --nologo \
        --nodefault --accept="pipe,name=$pipe;urp" >"$profile.log" 2>&1 &
    office=$!
    trap 'kill $office 2>/dev/null; wait $office' EXIT
    /usr/bin/python3 "$here/client.py" "$1" "$2" "$pipe" || ! end_is_judged "$1" "$2" || return 1
    tries=0
    while kill -0 $office 2>/dev/null && [ $tries -lt 100 ]; do
        tries=$((tries + 1))
        sleep 0.1
    done
    [ $tries -lt 100 ] || return 0
    wait $office
    status=$?
    [ $status -lt 128 ] || ! end_is_judged "$1" "$2" || return $status
}

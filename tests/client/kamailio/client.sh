# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=dash
# Kamailio keeps its registrations in a sharded table, and runs statements of its own.
packages="kamailio kamailio-unixodbc-modules"
heavy=yes

have() {
    command -v kamailio && find /usr/lib/*/kamailio/modules -name db_unixodbc.so 2>/dev/null | grep -q .
}

free_port() {
    /usr/bin/python3 -c 'import socket
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
s.bind(("127.0.0.1", 0))
print(s.getsockname()[1])'
}

configure() {
    case $2 in
    pg) login=postgres:none ;;
    my) login=shard:secret ;;
    sl) login=any:any ;;
    esac
    quote='\\"'
    [ "$2" != my ] || quote='`'
    mkdir -p "$folder"
    sed -e "s|@quote@|$quote|; s|@port@|$port|; s|@url@|unixodbc://$login@localhost/$1|" "$here/kamailio.cfg.in" \
        >"$folder/kamailio.cfg"
}

client() {
    folder=$work/sip-$1
    port=$(free_port)
    configure "$1" "$2"
    /usr/bin/python3 "$here/sip.py" tables "$1" "$2" || return 1
    kamailio -f "$folder/kamailio.cfg" -DD -E -Y "$folder" -w "$folder" -P "$folder/pid" \
        -m 64 >"$folder/log" 2>&1 &
    server=$!
    trap 'kill $server 2>/dev/null; wait $server' EXIT
    /usr/bin/python3 "$here/sip.py" talk "$port" "$1" || { tail -n 20 "$folder/log" >&2; return 1; }
    # Errors of the server's own are none of the driver's; it may not have any with the database.
    grep -i -E 'ERROR.*(db_unixodbc|usrloc|sqlops)|CRITICAL' "$folder/log" | head -n 5 | sed 's/^/UNEXPECTED /'
}

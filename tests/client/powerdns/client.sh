# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=dash
# PowerDNS answers DNS queries, zone transfers and its own tool from sharded tables of zones.
packages="pdns-server pdns-backend-odbc dnsutils"
heavy=yes

have() {
    command -v pdns_server && command -v pdnsutil && command -v dig &&
        find /usr/lib/*/pdns /usr/lib/pdns -name libgodbcbackend.so 2>/dev/null | grep -q .
}

free_port() {
    /usr/bin/python3 -c 'import socket
s = socket.socket()
s.bind(("127.0.0.1", 0))
print(s.getsockname()[1])'
}

# The back end's own statements are for Microsoft's server.
configure() {
    mkdir -p "$folder"
    cat >"$folder/pdns.conf" <<CONF
launch=godbc
godbc-datasource=$1
godbc-username=
godbc-password=
godbc-list-query=SELECT content,ttl,prio,type,domain_id,disabled,name,auth,ordername FROM records WHERE (disabled=0 OR disabled=?) and domain_id=? order by name, type
godbc-insert-record-query=insert into records (content,ttl,prio,type,domain_id,disabled,name,ordername,auth) values (?,?,?,?,?,?,?,?,?)
local-address=127.0.0.1
local-port=$port
socket-dir=$folder
daemon=no
guardian=no
setuid=
setgid=
cache-ttl=0
query-cache-ttl=0
negquery-cache-ttl=0
zone-cache-refresh-interval=0
distributor-threads=2
receiver-threads=1
allow-axfr-ips=127.0.0.1
version-string=anonymous
loglevel=3
CONF
}

ask() {
    dig @127.0.0.1 -p "$port" +time=5 +tries=1 +noall +answer +comments "$@" 2>&1 |
        sed -n -e '/status:/{s/.*status: \([A-Z]*\),.*/\1/p;d}' -e 's/[[:space:]][[:space:]]*/ /g' -e '/^[^;]/p' | sort
}

serve() {
    pdns_server --config-dir="$folder" >"$folder/log" 2>&1 &
    server=$!
    trap 'kill $server 2>/dev/null; wait $server' EXIT
    tries=0
    until dig @127.0.0.1 -p "$port" +time=1 +tries=1 +short SOA zone1.example 2>/dev/null | grep -q admin; do
        tries=$((tries + 1))
        [ $tries -lt 40 ] && kill -0 $server 2>/dev/null || { echo UNEXPECTED; tail -n 20 "$folder/log"; return 1; }
        sleep 0.3
    done
}

questions() {
    echo "== answers"
    for zone in 1 2 3 5 8 11; do
        ask "www.zone$zone.example" A
        ask "zone$zone.example" MX
        ask "zone$zone.example" NS
        ask "zone$zone.example" SOA
        ask "mail.zone$zone.example" AAAA
    done
    echo "== names"
    ask zone4.example ANY
    ask nosuch.zone4.example A
    ask alias.zone4.example A
    ask any.thing.wild.zone7.example TXT
    ask www.nosuch.example A
    ask www.zone4.example TXT
    ask host.sub.zone6.example A
    echo "== transfer"
    for zone in 3 9; do
        ask "zone$zone.example" AXFR
    done
    echo "== many"
    for i in 1 2 3 4 5 6 7 8 9 10; do
        for zone in 1 2 3 4; do
            echo "h$i.zone$zone.example A"
        done
    done >"$folder/names"
    dig @127.0.0.1 -p "$port" +time=5 +tries=1 +short -f "$folder/names" 2>&1 | sort
    [ "$(dig @127.0.0.1 -p "$port" +short -f "$folder/names" 2>/dev/null | wc -l)" = 40 ] ||
        echo UNEXPECTED number of answers
}

# Output of the tool without its warnings.
tool() {
    pdnsutil --config-dir="$folder" "$@" 2>/dev/null | sed 's/[[:space:]][[:space:]]*/ /g'
}

changes() {
    echo "== tool"
    tool list-all-zones | sort
    tool list-zone zone5.example | sort
    tool check-zone zone5.example
    echo "== changes"
    tool add-record zone5.example new A 3600 192.0.2.55
    tool replace-rrset zone5.example www A 60 192.0.2.66 192.0.2.67
    tool delete-rrset zone5.example mail AAAA
    tool increase-serial zone5.example
    ask new.zone5.example A
    ask www.zone5.example A
    ask mail.zone5.example AAAA
    ask zone5.example SOA
    tool list-zone zone5.example | sort
}

client() {
    folder=$work/dns-$1
    port=$(free_port)
    configure "$1"
    /usr/bin/python3 "$here/zones.py" "$1" "$2" || return 1
    serve || return 1
    questions
    changes
}

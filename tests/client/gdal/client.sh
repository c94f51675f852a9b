# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=dash
# GDAL's vector tools: layers listed and described, features of tables and statements, conversion.
packages=gdal-bin
heavy=yes

have() {
    command -v ogr2ogr && ogrinfo --formats | grep -q ODBC
}

# Rows come without an order.
csv() {
    ogr2ogr -f CSV /vsistdout/ "$@" 2>&1 | { IFS= read -r head && echo "$head" && sort; }
}

client() {
    prefix=
    [ "$2" != pg ] || prefix=public.
    echo "== layers"
    ogrinfo -ro -q "ODBC:@$1" 2>&1 | sed 's/^[0-9]*: //' |
        grep -E -x "$prefix(c|d|e|items|n|orders|q|r|rg|s1|t|u|w|z)" | sort -u
    echo "== schema"
    for table in w d e orders; do
        ogrinfo -ro -so "ODBC:@$1,$prefix$table" "$prefix$table" 2>&1 | sed -e '/^INFO/d; /using driver/d; /^\[/d'
    done
    echo "== features"
    for table in t w e d orders c; do
        csv "ODBC:@$1,$prefix$table"
    done
    echo "== filter"
    csv "ODBC:@$1,${prefix}w" -where 'v > 15'
    csv "ODBC:@$1,${prefix}w" -where 'k = 7'
    echo "== statement"
    for sql in 'SELECT k, g, s FROM w ORDER BY k' 'SELECT g, COUNT(*) AS n FROM w GROUP BY g ORDER BY g' \
        'SELECT o.order_id, i.qty FROM orders o JOIN items i ON i.order_id = o.order_id AND i.user_id = o.user_id ORDER BY o.order_id, i.item_id'; do
        ogr2ogr -f CSV /vsistdout/ "ODBC:@$1,${prefix}w" -sql "$sql" 2>&1
    done
    echo "== errors"
    ogr2ogr -f CSV /vsistdout/ "ODBC:@$1,${prefix}w" -sql 'SELECT nosuch FROM w' >/dev/null 2>&1
    echo $?
    ogrinfo -ro -q "ODBC:@$1,nosuch" nosuch >/dev/null 2>&1
    echo $?
}

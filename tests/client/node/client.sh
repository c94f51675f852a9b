# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=dash
# The odbc package of Node.js; it is built here, so only in the long run or when asked for.
packages="nodejs g++"
heavy=yes

have() {
    [ "$long" = yes ] || [ -n "$only" ] || { reason="in the long run only"; return 1; }
    reason="needs node, its headers, npm and its odbc package"
    command -v node && command -v npm && command -v g++ && [ -f /usr/include/node/node.h ] || return 1
    mkdir -p "$work/node" && (cd "$work/node" && timeout 120 npm install --ignore-scripts odbc@2)
}

node_gyp() {
    find "$(npm root -g)" /usr/share/nodejs /usr/share/node_modules /usr/lib/node_modules \
        -path '*node-gyp/bin/node-gyp.js' 2>/dev/null | head -n 1
}

prepare() {
    cd "$work/node/node_modules/odbc" &&
        timeout 300 node "$(node_gyp)" rebuild --nodedir=/usr --module_name=odbc \
            --module_path="$PWD/lib/bindings/napi-v8" --napi_build_version=8
}

client() {
    NODE_PATH=$work/node/node_modules node "$here/client.js" "$@"
}

#!/bin/sh
# Generates configure; needs autoconf, automake and libtool.
set -e
cd "$(dirname "$0")"
mkdir -p m4
exec autoreconf -fi

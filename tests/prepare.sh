#!/bin/sh
# What the tests need beside Python: Chromium (pages) and Maven (Neo4j's jars). Installed where we may.
missing=""
command -v chromium >/dev/null 2>&1 || [ -x "/Applications/Chromium.app/Contents/MacOS/Chromium" ] || missing="chromium"
command -v mvn >/dev/null 2>&1 || missing="$missing maven"
missing=$(echo $missing)
[ -z "$missing" ] && exit 0
if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
    echo "Installing $missing ..."
    apt-get update -qq >/dev/null && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null && exit 0
fi
if command -v apt-get >/dev/null 2>&1; then
    echo "The tests need $missing. Type: sudo apt-get install -y $missing"
else
    echo "The tests need $missing. Type: brew install $missing"
fi
exit 1

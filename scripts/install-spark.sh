#!/usr/bin/env bash
# Installs Apache Spark for batch jobs below .build/spark (from PyPI, 0.5 GB), and Java where there is none (Debian; needs
# root or sudo for that). Prints the folder that SPARK_HOME should name; the tests find it by themselves.
set -euo pipefail
cd "$(dirname "$0")/.."

version=4.3.0
place=.build/spark

if ! command -v java >/dev/null; then
    sudo=()
    [ "$(id -u)" -eq 0 ] || sudo=(sudo)
    echo "installing openjdk-17-jre-headless" >&2
    "${sudo[@]}" apt-get update -qq
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends openjdk-17-jre-headless >/dev/null
fi
if [ ! -x "$place/venv/bin/python" ]; then
    mkdir -p "$place"
    python3 -m venv "$place/venv"
fi
if [ "$("$place/venv/bin/python" -c 'import pyspark; print(pyspark.__version__)' 2>/dev/null)" != "$version" ]; then
    echo "installing pyspark $version" >&2
    "$place/venv/bin/python" -m pip install -q --disable-pip-version-check "pyspark==$version"
fi
home=$("$place/venv/bin/python" -c 'import os, pyspark; print(os.path.dirname(pyspark.__file__))')
ln -sfn "$home" "$place/home"
echo "$PWD/$place/home"

#!/usr/bin/env bash
# Installs Apache Spark for batch jobs below .build/spark (from PyPI, 0.5 GB), and Java if it is missing (Debian; needs
# root or sudo). Prints the folder for SPARK_HOME; the tests find it by themselves.
set -euo pipefail
cd "$(dirname "$0")/.."

version=4.3.0
folder=.build/spark

if ! command -v java >/dev/null; then
    sudo=()
    [ "$(id -u)" -eq 0 ] || sudo=(sudo)
    echo "installing openjdk-17-jre-headless" >&2
    "${sudo[@]}" apt-get update -qq
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends openjdk-17-jre-headless >/dev/null
fi
if [ ! -x "$folder/venv/bin/python" ]; then
    mkdir -p "$folder"
    python3 -m venv "$folder/venv"
fi
if [ "$("$folder/venv/bin/python" -c 'import pyspark; print(pyspark.__version__)' 2>/dev/null)" != "$version" ]; then
    echo "installing pyspark $version" >&2
    "$folder/venv/bin/python" -m pip install -q --disable-pip-version-check "pyspark==$version"
fi
home=$("$folder/venv/bin/python" -c 'import os, pyspark; print(os.path.dirname(pyspark.__file__))')
ln -sfn "$home" "$folder/home"
echo "$PWD/$folder/home"

#!/usr/bin/env bash
# Installs Apache Spark for batch jobs below .build/spark (from PyPI, 0.5 GB), and Java if it is missing (Debian; needs
# root or sudo). Prints the folder for SPARK_HOME; the tests find it by themselves.
set -euo pipefail
cd "$(dirname "$0")/.."

version=4.3.0
folder=.build/spark

# What pip installs, each with the hash of its file at PyPI. pip refuses any other file. setuptools and wheel build
# pyspark, which PyPI has only as source.
builders="
setuptools==80.9.0 --hash=sha256:062d34222ad13e0cc312a4c02d73f059e86a4acbfbdea8f8f76b28c99f306922
wheel==0.45.1 --hash=sha256:708e7481cc80179af0e556bbf0cc00b8444c7321e2700b8d8580231d13017248
"
packages="
py4j==0.10.9.9 --hash=sha256:c7c26e4158defb37b0bb124933163641a2ff6e3a3913f7811b0ddbe07ed61533
pyspark==$version --hash=sha256:e8c517948eff7088a7aa07449aa8eafa4a15a8d50319de2525a6fd26622476c6
"
install() { "$folder/venv/bin/python" -m pip install -q --disable-pip-version-check --require-hashes "$@"; }

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
    install -r /dev/stdin <<<"$builders"
    install --no-build-isolation -r /dev/stdin <<<"$packages"
fi
home=$("$folder/venv/bin/python" -c 'import os, pyspark; print(os.path.dirname(pyspark.__file__))')
ln -sfn "$home" "$folder/home"
echo "$PWD/$folder/home"

#!/usr/bin/env bash
# Runs PostgreSQL with PostGIS for tests, in a temporary folder, until standard input ends; then deletes everything.
#
#   scripts/local-postgis.sh </dev/zero      prints "FOLDER PORT": the server's socket is in FOLDER,
#                                            and the server listens on PORT of 127.0.0.1
#   scripts/local-postgis.sh --check         exits with 0 if everything needed is installed
#
# The socket needs no password, but 127.0.0.1 does (scram-sha-256). The database is "places", the superuser "postgres".
# Nothing is synced to disk, so a power cut loses the data.
set -euo pipefail

bin=$(find /usr/lib/postgresql/*/bin -maxdepth 0 2>/dev/null | sort -V | tail -n 1 || true)
share=/usr/share/postgresql/$(basename "$(dirname "${bin:-x/x}")")
if [ ! -x "${bin:-/nowhere}/initdb" ] || [ ! -e "$share/extension/postgis.control" ] || ! command -v setpriv >/dev/null; then
    echo "local-postgis: PostgreSQL with PostGIS is not installed: apt-get install postgresql postgresql-postgis" >&2
    exit 69
fi
[ "${1:-}" = --check ] && exit 0

# PostgreSQL refuses to run as root; Debian's package creates a user for it. The server ends with this script.
as=(setpriv --pdeathsig QUIT)
if [ "$(id -u)" -eq 0 ]; then
    as+=(--reuid postgres --regid postgres --init-groups)
fi

folder=$(mktemp -d /tmp/geocli-postgis-XXXXXX)
server=
finish() {
    trap - EXIT
    if [ -n "$server" ]; then
        kill -QUIT "$server" 2>/dev/null || true
        wait "$server" 2>/dev/null || true
    fi
    rm -rf "$folder"
}
trap finish EXIT
trap 'exit 143' TERM INT HUP
[ "$(id -u)" -eq 0 ] && chown postgres:postgres "$folder"

export LC_ALL=C.UTF-8
cd "$folder"
"${as[@]}" "$bin/initdb" -D data -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync >initdb.log 2>&1 ||
    { tail -n 5 initdb.log >&2; exit 74; }
"${as[@]}" tee data/pg_hba.conf >/dev/null <<END
local all all trust
host all all 127.0.0.1/32 scram-sha-256
END

for try in 1 2 3 4 5; do
    port=$((20000 + RANDOM % 30000))
    "${as[@]}" "$bin/postgres" -D data -p "$port" -k "$folder" \
        -c listen_addresses=127.0.0.1 -c fsync=off -c full_page_writes=off -c shared_buffers=128MB \
        -c maintenance_work_mem=128MB -c max_wal_size=4GB ${GEOCLI_POSTGIS_OPTIONS:-} >"server.log" 2>&1 </dev/null &
    server=$!
    for _ in $(seq 300); do
        if "$bin/pg_isready" -q -h "$folder" -p "$port"; then break 2; fi
        # Another program may use the port.
        kill -0 "$server" 2>/dev/null || break
        sleep 0.1
    done
    kill -QUIT "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
    server=
done
[ -n "$server" ] || { tail -n 5 server.log >&2; exit 69; }

ask() { "$bin/psql" -q -h "$folder" -p "$port" -U postgres -v ON_ERROR_STOP=1 "$@" >/dev/null; }
ask -d postgres -c 'CREATE DATABASE places'
ask -d places -c 'CREATE EXTENSION postgis'
echo "$folder $port"
# Ignores the bytes of standard input. When the input ends, the script ends and stops the server.
cat >/dev/null

#!/bin/bash
# Copies the primary if the volume is empty, then follows it. The password in PGPASSWORD is stored in the replica's settings.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  chmod 0700 "$PGDATA"
  until pg_basebackup --pgdata="$PGDATA" --write-recovery-conf --wal-method=stream --checkpoint=fast \
    --dbname="host=primary user=replication password=$PGPASSWORD"; do
    find "$PGDATA" -mindepth 1 -delete
    sleep 2
  done
fi
exec postgres -D "$PGDATA" -c config_file=/etc/postgresql/gyan.conf

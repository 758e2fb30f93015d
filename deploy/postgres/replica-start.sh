#!/bin/bash
# Copies the primary when there is nothing yet, then follows it. The password comes from PGPASSWORD and is kept in the replica's settings.
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

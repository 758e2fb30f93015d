#!/bin/bash
# Runs once, when the primary's volume is empty: the app's role, which is no superuser, its database, and a role for replicas.
set -euo pipefail
psql -v ON_ERROR_STOP=1 --username postgres \
  --set=app="$GYAN_DB_PASSWORD" --set=replication="$REPLICATION_PASSWORD" <<'SQL'
create role gyan login password :'app';
create database gyan owner gyan;
create role replication login replication password :'replication';
SQL
echo 'host replication replication all scram-sha-256' >> "$PGDATA/pg_hba.conf"

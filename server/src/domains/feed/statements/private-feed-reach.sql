select coalesce((select connection_count from users where id = $1), 0) as connections,
  coalesce($2, pg_current_snapshot()::text) as "asOf",
  (select greatest(reltuples, 1) from pg_class where oid = 'users'::regclass) as users

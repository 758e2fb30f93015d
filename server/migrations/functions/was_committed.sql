-- True if the transaction was committed as of the snapshot. An id that is still to come was restored from another
-- server.
create or replace function was_committed(xid xid8, as_of pg_snapshot) returns boolean
language sql stable parallel safe
return pg_visible_in_snapshot(xid, as_of) or xid >= pg_snapshot_xmax(pg_current_snapshot());

-- needs: was_committed

-- True if an activity row was current as of the snapshot.
create or replace function was_current(begun_xid xid8, ended_xid xid8, as_of pg_snapshot) returns boolean
language sql stable parallel safe
return was_committed(begun_xid, as_of) and (ended_xid is null or not was_committed(ended_xid, as_of));

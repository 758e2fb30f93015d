-- needs: acts

-- Makes all rows again from the tables they follow, for databases that were filled without triggers.
create or replace function rebuild_activity() returns void
language sql as $$
  delete from activity;
  insert into activity (stream, act, kind, thing_id, owner_id, great, created_at, begun_xid)
  select stream, act, kind, thing_id, owner_id, great, created_at, '0'::xid8 from acts
$$;

create or replace function end_activity(of_stream bigint, of_act activity_act, of_kind activity_kind, of_thing bigint) returns void
language plpgsql as $$
begin
  update activity
  set ended_xid = pg_current_xact_id(), ended_at = now()
  where stream = of_stream and act = of_act and kind = of_kind and thing_id = of_thing and ended_xid is null;
end
$$;

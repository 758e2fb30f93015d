-- Like `activity_of_thing`, with `act`: reads of the acts on a thing then need no row of the table.
create index activity_by_thing on activity (kind, thing_id, created_at, great)
  include (stream, act, begun_xid, ended_xid);
drop index activity_of_thing;

create type activity_act as enum ('create', 'like', 'comment');
-- The order of things with the same time.
create type activity_kind as enum ('subject', 'chain', 'card');

-- What feeds are made of. Written by triggers only. A row never moves: it ends, and another begins.
create table activity (
  -- A user by id, or a topic by its negative id.
  stream bigint not null,
  act activity_act not null,
  kind activity_kind not null,
  thing_id bigint not null,
  owner_id bigint not null,
  -- A great card of a topic comes before others of the same time.
  great boolean not null default false,
  created_at timestamptz not null,
  -- The transactions that wrote and ended it. An hourly job deletes rows that ended a day ago.
  begun_xid xid8 not null default pg_current_xact_id(),
  ended_xid xid8,
  ended_at timestamptz,
  constraint activity_ends_once check ((ended_xid is null) = (ended_at is null))
);

create unique index activity_once on activity (stream, act, kind, thing_id) where ended_xid is null;
create index activity_of_stream on activity (stream, created_at, great, kind, thing_id)
  include (act, owner_id, begun_xid, ended_xid);
create index activity_by_age on activity (created_at, great, kind, thing_id)
  include (stream, act, owner_id, begun_xid, ended_xid);
create index activity_of_thing on activity (kind, thing_id, created_at, great) include (stream, begun_xid, ended_xid);
create index activity_ended on activity (ended_at) where ended_at is not null;

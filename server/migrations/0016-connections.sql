-- Who knows whom, who asked whom, and who wants nothing to do with whom.

-- One row for each side, so that a person's connections are read from one index.
create table connections (
  user_id bigint not null references users (id),
  other_id bigint not null references users (id),
  created_at timestamptz not null default now(),
  constraint connections_once_per_pair primary key (user_id, other_id),
  constraint connections_are_between_two check (user_id <> other_id)
);

create index connections_by_age on connections (user_id, created_at desc, other_id desc);

-- Feeds choose how to look by it.
alter table users add column connection_count integer not null default 0
  constraint users_connections_not_negative check (connection_count >= 0);

-- To a member, or to an address nobody has signed up with yet.
create table connection_requests (
  id bigint generated always as identity primary key,
  sender_id bigint not null references users (id),
  receiver_id bigint references users (id),
  email text,
  -- Of the link in the letter; SHA-256, the token itself is never stored.
  token_hash bytea constraint connection_requests_one_per_token unique,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint connection_requests_go_to_one check (receiver_id is not null or email is not null),
  constraint connection_requests_go_to_another check (sender_id <> receiver_id)
);

create unique index connection_requests_once_per_person on connection_requests (sender_id, receiver_id)
  where receiver_id is not null;
create unique index connection_requests_once_per_address on connection_requests (sender_id, lower(email))
  where receiver_id is null;
create index connection_requests_to on connection_requests (receiver_id, id desc) where receiver_id is not null;
create index connection_requests_to_address on connection_requests (lower(email)) where receiver_id is null;

-- Neither sees anything of the other, whoever of them wanted it.
create table blocks (
  user_id bigint not null references users (id),
  blocked_id bigint not null references users (id),
  created_at timestamptz not null default now(),
  constraint blocks_once_per_pair primary key (user_id, blocked_id),
  constraint blocks_are_between_two check (user_id <> blocked_id)
);

create index blocks_of_blocked on blocks (blocked_id, user_id);

-- Connections, requests and invitations, blocks, imported contacts.

-- A request to a user, or an invitation to an e-mail address without an account.
create table connection_requests (
  id bigint generated always as identity primary key,
  sender_id bigint not null references users (id),
  receiver_id bigint references users (id),
  email text,
  -- SHA-256 of the token in the e-mail.
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
create index connection_requests_from on connection_requests (sender_id, id desc);
create index connection_requests_to on connection_requests (receiver_id, id desc) where receiver_id is not null;
create index connection_requests_to_address on connection_requests (lower(email)) where receiver_id is null;

-- One row for each side, so that the connections of a user are read from one index. Each row needs the other, whose
-- user_id references the user: a foreign key from other_id to users would scan all connections when a user is erased.
create table connections (
  user_id bigint not null references users (id),
  other_id bigint not null,
  -- The accepted request and token: accepting the same one again changes nothing.
  request_id bigint not null default nextval(pg_get_serial_sequence('connection_requests', 'id')),
  token_hash bytea,
  created_at timestamptz not null default now(),
  constraint connections_once_per_pair primary key (user_id, other_id),
  constraint connections_are_between_two check (user_id <> other_id),
  constraint connections_go_both_ways foreign key (other_id, user_id) references connections (user_id, other_id)
);

create index connections_by_age on connections (user_id, created_at desc, other_id desc);
create index connections_of_request on connections (user_id, request_id);
create unique index connections_one_per_token on connections (token_hash) where token_hash is not null;

-- Neither user sees the other, whichever of them blocked.
create table blocks (
  user_id bigint not null references users (id),
  blocked_id bigint not null references users (id),
  created_at timestamptz not null default now(),
  constraint blocks_once_per_pair primary key (user_id, blocked_id),
  constraint blocks_are_between_two check (user_id <> blocked_id)
);

create index blocks_of_blocked on blocks (blocked_id, user_id);

-- Imported from a provider: names and e-mail addresses, for the user who imported them.
create table contacts (
  id bigint generated always as identity primary key,
  owner_id bigint not null references users (id) on delete cascade,
  email text not null,
  first_name text,
  last_name text
);

create unique index contacts_once_per_address on contacts (owner_id, lower(email));
create index contacts_by_address on contacts (lower(email));

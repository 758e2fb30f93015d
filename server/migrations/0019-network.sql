-- What a connection came from, imported contacts, and what people tell those who run this place.

-- Accepting twice is accepting once: the request, and the link where one was used, stay known while the connection lasts.
alter table connections
  add column request_id bigint not null default nextval(pg_get_serial_sequence('connection_requests', 'id')),
  add column token_hash bytea;

create index connections_of_request on connections (user_id, request_id);
create unique index connections_one_per_token on connections (token_hash) where token_hash is not null;

create index connection_requests_from on connection_requests (sender_id, id desc);

-- Of what a provider tells, only names and addresses are kept, and only for the one who imported them.
create table contacts (
  id bigint generated always as identity primary key,
  owner_id bigint not null references users (id) on delete cascade,
  email text not null,
  first_name text,
  last_name text
);

create unique index contacts_once_per_address on contacts (owner_id, lower(email));
create index contacts_by_address on contacts (lower(email));

create table feedback (
  id bigint generated always as identity primary key,
  kind text not null constraint feedback_kind_is_known check (kind in ('feedback', 'contact')),
  name text,
  email text,
  message text not null constraint feedback_has_a_message check (message <> ''),
  created_at timestamptz not null default now()
);

create index feedback_of_address on feedback (lower(email)) where email is not null;

-- Sessions and what leads to one: registrations, password resets, identities at sign-in providers.
-- Tokens are stored as SHA-256 only.

create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  token_hash bytea not null constraint sessions_one_per_token unique,
  user_agent text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index sessions_of_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

-- Each registration of an e-mail address has its own link. The first link that is used verifies the account with its
-- values.
create table registrations (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  first_name text not null,
  last_name text not null,
  password_hash text,
  token_hash bytea not null constraint registrations_one_per_token unique,
  -- Hash of the token of an invitation, as in connection_requests: its sender becomes a connection once the address is
  -- verified.
  invitation_hash bytea,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);

create index registrations_of_user on registrations (user_id);

-- One per user: a new reset replaces the one before.
create table password_resets (
  user_id bigint primary key references users (id) on delete cascade,
  token_hash bytea not null constraint password_resets_one_per_token unique,
  expires_at timestamptz not null
);

-- The identity at a provider is the pair of issuer and subject, never the e-mail address.
create table identities (
  issuer text not null,
  subject text not null,
  user_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint identities_once_per_subject primary key (issuer, subject)
);

create index identities_of_user on identities (user_id);

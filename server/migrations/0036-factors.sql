-- Second factors and what protects an account. Codes, tickets and links are stored as SHA-256 only.

-- The password or a factor was given again.
alter table sessions add column confirmed_at timestamptz;

-- The truncated address of the sign-in, for the list of sessions.
alter table sessions add column network text;

-- Encrypts the secrets of authenticator apps, together with SECRET_KEY if the operator sets one.
create table factor_keys (
  only_row boolean primary key default true constraint factor_keys_once check (only_row),
  key bytea not null
);

create table factors (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  kind text not null constraint factors_kind check (kind in ('totp', 'passkey')),
  name text not null,
  created_at timestamptz not null default now(),
  -- Null until an authenticator app is confirmed by a code. Only confirmed factors count.
  confirmed_at timestamptz,
  last_used_at timestamptz,
  -- Encrypted secret of an authenticator app.
  secret bytea,
  -- The time step of the last accepted code: each code works once.
  last_step bigint,
  credential_id text constraint factors_once_per_credential unique,
  public_key bytea,
  -- The authenticator's count of signatures; a lower one reveals a copied passkey.
  sign_count bigint,
  transports text[],
  constraint factors_of_their_kind check (
    kind = 'totp' and secret is not null and credential_id is null
    or kind = 'passkey' and secret is null and num_nulls(credential_id, public_key, sign_count, confirmed_at) = 0)
);

create index factors_of_user on factors (user_id);

create table recovery_codes (
  user_id bigint not null references users (id) on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  constraint recovery_codes_once_per_user primary key (user_id, code_hash)
);

-- A sign-in, a registration of a passkey or a step-up by passkey that has begun.
create table sign_in_tickets (
  token_hash bytea primary key,
  -- Null for a sign-in by passkey alone, until the passkey tells.
  user_id bigint references users (id) on delete cascade,
  purpose text not null constraint sign_in_tickets_purpose check (purpose in ('second', 'passkey', 'register', 'confirm')),
  -- Hash of the browser's cookie; null for purposes that need the user's session.
  browser_hash bytea,
  -- The first proof, such as password.
  method text,
  -- Issuer and subject of the Google or Facebook account, and its photo. They join the account with the second factor.
  identity jsonb,
  -- Of the last request for a passkey.
  challenge text,
  tries smallint not null default 0,
  expires_at timestamptz not null
);

create index sign_in_tickets_of_user on sign_in_tickets (user_id);
create index sign_in_tickets_by_expiry on sign_in_tickets (expires_at);

-- Browsers in which a user has signed in, by their long-lived cookie.
create table devices (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  constraint devices_once_per_user unique (user_id, token_hash)
);

create index devices_by_use on devices (last_used_at);

-- "This was not me" links of e-mails. What was added to the account since `since` is removed.
create table alert_links (
  token_hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  since timestamptz not null,
  expires_at timestamptz not null
);

create index alert_links_of_user on alert_links (user_id);
create index alert_links_by_expiry on alert_links (expires_at);

-- Lost factors: those from before the request end at `ends_at`, unless the owner stops it by the link of the e-mail or
-- by password. Signing in does not stop it.
create table factor_resets (
  user_id bigint primary key references users (id) on delete cascade,
  requested_at timestamptz not null default now(),
  ends_at timestamptz not null
);

create index factor_resets_by_end on factor_resets (ends_at);

-- One open change of address per user; it happens once both addresses have confirmed it.
create table email_changes (
  user_id bigint primary key references users (id) on delete cascade,
  new_email text not null,
  old_hash bytea not null constraint email_changes_once_per_old_link unique,
  new_hash bytea not null constraint email_changes_once_per_new_link unique,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

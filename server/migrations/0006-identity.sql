-- Registration, reset, sign-in through others, leaving, creator access, and the record of what admins do.

-- Each registration of an address has its own link; the first link that is used makes its registration the account.
create table registrations (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  first_name text not null,
  last_name text not null,
  password_hash text,
  token_hash bytea not null constraint registrations_one_per_token unique,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);

create index registrations_of_user on registrations (user_id);

-- One open reset per person: asking again takes the place of the link before.
create table password_resets (
  user_id bigint primary key references users (id) on delete cascade,
  token_hash bytea not null constraint password_resets_one_per_token unique,
  expires_at timestamptz not null
);

-- Who a person is at a provider. The pair is the identity; an address is only how two accounts are joined.
create table identities (
  issuer text not null,
  subject text not null,
  user_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint identities_once_per_subject primary key (issuer, subject)
);

create index identities_of_user on identities (user_id);

-- Set when a person leaves: hidden from then on, erased after thirty days, null again when they come back.
alter table users add column leaving_at timestamptz;

create index users_leaving on users (leaving_at) where leaving_at is not null;

create table creator_requests (
  user_id bigint primary key references users (id) on delete cascade,
  message text not null,
  created_at timestamptz not null default now(),
  -- Null while it waits.
  granted boolean,
  decided_at timestamptz,
  constraint creator_requests_decided_or_waiting check ((granted is null) = (decided_at is null))
);

create index creator_requests_waiting on creator_requests (created_at) where granted is null;

-- What admins did. Rows are only ever added; the one change allowed is to forget an erased person.
create table audit (
  id bigint generated always as identity primary key,
  actor_id bigint,
  act text not null,
  target_kind text not null,
  target_id bigint,
  detail jsonb not null default '{}',
  created_at timestamptz not null default now()
);

create index audit_of_actor on audit (actor_id);
create index audit_of_target on audit (target_kind, target_id);

create function keep_audit() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (new.id, new.act, new.target_kind, new.created_at) = (old.id, old.act, old.target_kind, old.created_at)
    and (new.actor_id is null or new.actor_id = old.actor_id)
    and (new.target_id is null or new.target_id = old.target_id)
    and (new.detail = old.detail or new.detail = '{}')
  then
    return new;
  end if;
  raise exception 'the audit keeps what was written' using errcode = 'restrict_violation';
end
$$;

create trigger audit_is_kept before update or delete on audit for each row execute function keep_audit();
create trigger audit_is_not_emptied before truncate on audit for each statement execute function keep_audit();

-- What is typed to find a person: names only, without case and accents, for prefixes and small slips.
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- unaccent() depends on a search path and so is not immutable by itself; naming its dictionary makes it so.
create function plain_text(value text) returns text
language sql immutable parallel safe strict
return lower(public.unaccent('public.unaccent'::regdictionary, value));

alter table users add column search_name text
  generated always as (plain_text(first_name || ' ' || last_name)) stored;

create index users_by_name on users using gin (search_name gin_trgm_ops);
create index users_by_role on users (role, id) where role <> 'kRegular';

-- State of the demo's OpenID provider, shared by all processes. Unlogged: it may be lost in a crash.
create unlogged table demo_openid (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  expires_at timestamptz,
  constraint demo_openid_one_per_id primary key (model, id)
);

create index demo_openid_of_grant on demo_openid (grant_id) where grant_id is not null;
create index demo_openid_by_uid on demo_openid (model, uid) where uid is not null;
create index demo_openid_by_expiry on demo_openid (expires_at) where expires_at is not null;

-- Keys of the provider, made by the first process that needs them. link_key opens the demo's mailbox and sign-in
-- provider.
create table demo_openid_keys (
  only_row boolean primary key default true constraint demo_openid_keys_once check (only_row),
  signing jsonb not null,
  cookies text[] not null,
  link_key text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
);

-- How notices leave the site: digests by e-mail, links that stop e-mails, push messages.

-- `moved_at` of the notice when a digest took it: an act after that is for the next digest.
alter table notices add column digested_at timestamptz;

-- One row for each user and period. The row, the marks on its notices and its e-mail are written together.
create table digests (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  -- The day of a daily digest, the Monday of a weekly one.
  day date not null,
  -- What it tells. Its e-mail is written from them when it is sent.
  notice_ids bigint[] not null,
  -- In `mail_outbox`, which forgets e-mails sooner.
  email_id bigint,
  created_at timestamptz not null default now(),
  constraint digests_once_per_period unique (user_id, day)
);

create index digests_of_email on digests (email_id);
create index digests_by_age on digests (created_at);

-- The last day whose digests were written, for each time zone.
create table digest_zones (
  zone text primary key,
  day date not null
);

-- Signs the links that stop e-mails. Made by the first process that needs it.
create table unsubscribe_keys (
  only_row boolean primary key default true constraint unsubscribe_keys_once check (only_row),
  key bytea not null
);

-- Sent as the header by which mail programs stop e-mails of this kind; null for e-mails that cannot be stopped.
alter table mail_outbox add column unsubscribe_url text;

create table push_subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  -- The session of the browser: push messages end with it.
  session_id bigint not null references sessions (id) on delete cascade,
  endpoint text not null constraint push_subscriptions_one_per_endpoint unique,
  -- Keys of the browser, in base64url.
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);

create index push_subscriptions_of_user on push_subscriptions (user_id, created_at);
create index push_subscriptions_of_session on push_subscriptions (session_id);

-- Reports, cases, acts of admins and appeals (decision 044).

-- `hidden_by` is the act that hid the thing. Its visibility is then 'hidden', and `shown_as` is the one its owner chose;
-- see keep_hidden().
alter table cards
  add column hidden_by bigint,
  add column shown_as text,
  add column ai_marked boolean not null default false,
  drop constraint cards_visibility_is_known,
  add constraint cards_visibility_is_known check (visibility in ('draft', 'unlisted', 'public', 'hidden')),
  add constraint cards_hidden_by_an_act check (
    (visibility = 'hidden') = (hidden_by is not null) and (hidden_by is not null) = (shown_as is not null));

alter table chains
  add column hidden_by bigint,
  add column shown_as text,
  drop constraint chains_visibility_is_known,
  add constraint chains_visibility_is_known check (visibility in ('draft', 'unlisted', 'public', 'hidden')),
  add constraint chains_hidden_by_an_act check (
    (visibility = 'hidden') = (hidden_by is not null) and (hidden_by is not null) = (shown_as is not null));

alter table subjects
  add column hidden_by bigint,
  add column shown_as text,
  drop constraint subjects_visibility_is_known,
  add constraint subjects_visibility_is_known check (visibility in ('draft', 'unlisted', 'public', 'hidden')),
  add constraint subjects_hidden_by_an_act check (
    (visibility = 'hidden') = (hidden_by is not null) and (hidden_by is not null) = (shown_as is not null));

-- Cards do not count hidden comments.
alter table comments add column hidden_by bigint;

-- A difference hash of 64 bits. Null for pictures stored before.
alter table photos add column difference_hash bigint, add column compared_at timestamptz;
create index photos_to_compare on photos (id)
  where difference_hash is not null and (compared_at is null or compared_at < uploaded_at);
create index cards_hidden on cards (photo_id) where hidden_by is not null;
create index chains_hidden on chains (photo_id) where hidden_by is not null;
create index subjects_hidden on subjects (photo_id) where hidden_by is not null;

-- 'infinity' for good.
alter table users add column suspended_until timestamptz;

-- All reports on one thing. A report on a thing whose case is closed opens it again.
create table cases (
  id bigint generated always as identity primary key,
  kind text not null constraint cases_kind_is_known check (kind in ('card', 'chain', 'subject', 'comment', 'user')),
  thing_id bigint not null,
  -- Null after the owner's account was erased.
  owner_id bigint references users (id) on delete set null,
  state text not null default 'open' constraint cases_state_is_known check (state in ('open', 'closed', 'appealed')),
  report_count integer not null default 0,
  -- The highest harm of its reasons; see the order of reasons in the contract.
  harm smallint not null default 0,
  created_at timestamptz not null default now(),
  -- The last report or appeal.
  moved_at timestamptz not null default now(),
  claimed_by bigint references users (id) on delete set null,
  claimed_until timestamptz,
  constraint cases_one_per_thing unique (kind, thing_id)
);
create index cases_in_queue on cases (state, harm desc, moved_at desc, id desc);
create index cases_of_owner on cases (owner_id);
create index cases_of_claimer on cases (claimed_by) where claimed_by is not null;

create table reports (
  id bigint generated always as identity primary key,
  case_id bigint not null references cases (id) on delete cascade,
  -- A member, or the address of a visitor.
  reporter_id bigint references users (id) on delete set null,
  email text,
  reason text not null,
  text text,
  -- Reports and acts are written in turns for each case, and their times are in the same order.
  created_at timestamptz not null default clock_timestamp()
);
create unique index reports_once_per_member on reports (case_id, reporter_id) where reporter_id is not null;
create index reports_of_case on reports (case_id, id desc);
create index reports_of_reporter on reports (reporter_id, id desc) where reporter_id is not null;
create index reports_of_visitor on reports (lower(email)) where email is not null;

-- Append-only; see keep_acts(). Names of things and people are read from their own rows.
create table moderation_acts (
  id bigint generated always as identity primary key,
  case_id bigint not null references cases (id),
  kind text not null,
  thing_id bigint not null,
  -- The person it concerns.
  owner_id bigint,
  act text not null constraint moderation_acts_act_is_known check (
    act in ('dismiss', 'hide', 'restore', 'lock', 'unlock', 'mark_ai', 'warn', 'suspend', 'lift')),
  rule text,
  text text,
  -- Null and 'infinity': for good.
  until timestamptz,
  automated boolean not null default false,
  -- Null for automatic acts.
  admin_id bigint,
  -- What the thing was called then.
  title text not null default '',
  created_at timestamptz not null default clock_timestamp(),
  constraint moderation_acts_have_reasons check (
    act not in ('hide', 'lock', 'mark_ai', 'warn', 'suspend') or rule is not null and text is not null)
);
create index moderation_acts_of_case on moderation_acts (case_id, id);
create index moderation_acts_of_owner on moderation_acts (owner_id, id desc);
create index moderation_acts_of_admin on moderation_acts (admin_id) where admin_id is not null;

create table appeals (
  id bigint generated always as identity primary key,
  act_id bigint not null references moderation_acts (id) constraint appeals_once_per_act unique,
  text text not null,
  state text not null default 'open' constraint appeals_state_is_known check (state in ('open', 'upheld', 'declined')),
  answer text,
  decided_by bigint references users (id) on delete set null,
  created_at timestamptz not null default now(),
  decided_at timestamptz
);
create index appeals_open on appeals (id) where state = 'open';
create index appeals_of_decider on appeals (decided_by) where decided_by is not null;

-- What admins write about a user for each other.
create table user_notes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  admin_id bigint references users (id) on delete set null,
  text text not null,
  created_at timestamptz not null default now()
);
create index user_notes_of_user on user_notes (user_id, id desc);
create index user_notes_of_admin on user_notes (admin_id) where admin_id is not null;

-- Beside the trigger keep_acts(): only what identifies an erased user can be changed. Superusers are held by the trigger
-- alone.
revoke update, delete, truncate on moderation_acts from current_user;
grant update (owner_id, admin_id, text, title) on moderation_acts to current_user;

-- The secret that signs the work of sign-ups, and the work that was used.
create table challenge_keys (
  only_row boolean primary key default true constraint challenge_keys_only_row check (only_row),
  key bytea not null
);
create table used_challenges (
  salt text primary key,
  expires_at timestamptz not null
);

-- Notices, follows and mutes.

create type notice_kind as enum ('like', 'comment', 'mention', 'connection_request', 'connection_accepted',
  'card_in_followed', 'great', 'moderation', 'creator_access', 'review_due', 'invitation_accepted', 'remix');
create type notice_object as enum ('card', 'chain', 'subject', 'user', 'comment');

-- One row for each user, kind and object while it is unread. Written by tell() and take_back() only. Without foreign
-- keys to users: they would lock the recipient in every like. Erasing a user deletes the rows.
create table notices (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  kind notice_kind not null,
  object_kind notice_object not null,
  object_id bigint not null,
  -- The owner of the object: notices about things of users who left or are blocked are not shown.
  owner_id bigint not null,
  -- How many users it names; 0 for kinds without an actor.
  actor_count integer not null constraint notices_actors_not_negative check (actor_count >= 0),
  detail text,
  -- The time of the latest act, which is its place in the list.
  moved_at timestamptz not null,
  seen_at timestamptz
);

create unique index notices_once_while_unread on notices (user_id, kind, object_kind, object_id) where seen_at is null;
create index notices_newest on notices (user_id, moved_at desc, id desc);
create index notices_seen on notices (seen_at) where seen_at is not null;
create index notices_of_object on notices (object_id, object_kind, kind, user_id);

-- The acts that a notice tells of. The key begins with the actor, so that one is found among thousands. A trigger deletes
-- them with their notice; a foreign key would check and lock the notice in every like.
create table notice_actors (
  actor_id bigint not null,
  notice_id bigint not null,
  -- The comment or card that the act made; a chain by its negative id; 0 if the act made nothing.
  act_id bigint not null default 0,
  created_at timestamptz not null,
  constraint notice_actors_once_per_act primary key (actor_id, notice_id, act_id)
);

create index notice_actors_newest on notice_actors (notice_id, created_at desc, act_id desc, actor_id);

create type follow_kind as enum ('chain', 'subject', 'user', 'topic');

create table follows (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  kind follow_kind not null,
  thing_id bigint not null,
  -- digest: notices without push messages.
  level text not null constraint follows_level_is_known check (level in ('all', 'digest')),
  created_at timestamptz not null default now(),
  constraint follows_once_per_thing unique (user_id, kind, thing_id)
);

create index follows_of_user on follows (user_id, id desc);
create index follows_of_thing on follows (kind, thing_id, user_id);

-- Hides what another user does, without ending the connection.
create table mutes (
  user_id bigint not null references users (id),
  muted_id bigint not null references users (id),
  created_at timestamptz not null default now(),
  constraint mutes_once_per_pair primary key (user_id, muted_id),
  constraint mutes_are_between_two check (user_id <> muted_id)
);

create index mutes_of_muted on mutes (muted_id);

create table notice_settings (
  user_id bigint primary key references users (id),
  digest text not null default 'weekly'
    constraint notice_settings_digest_is_known check (digest in ('daily', 'weekly', 'never'))
);

-- Where notices of a kind go, for the kinds that a user changed.
create table notice_channels (
  user_id bigint not null references users (id),
  kind notice_kind not null,
  app boolean not null,
  mail boolean not null,
  push boolean not null,
  constraint notice_channels_once_per_kind primary key (user_id, kind)
);

-- The keys that push services know this site by, made by the first process that needs them.
create table push_keys (
  only_row boolean primary key default true constraint push_keys_once check (only_row),
  public_key text not null,
  private_key text not null
);

-- An answer stays, as a comment of its own, when the answered comment is deleted.
alter table comments
  add column answer_to bigint constraint comments_answer_a_comment references comments (id) on delete set null;

create index comments_by_answered on comments (answer_to) where answer_to is not null;

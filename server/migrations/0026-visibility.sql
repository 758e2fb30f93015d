-- Drafts, unlisted and public things (decision 035). The times and `shown_count` are kept by triggers.

alter table cards
  add column visibility text not null default 'public'
    constraint cards_visibility_is_known check (visibility in ('draft', 'unlisted', 'public')),
  -- When it first was not a draft any more, and when it first was public.
  add column published_at timestamptz,
  add column announced_at timestamptz,
  -- When a job publishes the draft.
  add column publish_at timestamptz
    constraint cards_only_drafts_are_scheduled check (publish_at is null or visibility = 'draft'),
  -- Raised by each edit.
  add column version integer not null default 1,
  add column license text not null default 'all-rights'
    constraint cards_license_is_known check (license in ('all-rights', 'cc-by', 'cc-by-sa', 'cc-by-nc', 'cc0')),
  add column source text,
  drop constraint cards_have_a_title,
  add constraint cards_have_a_title check (title <> '' or visibility = 'draft'),
  drop constraint cards_video_has_an_id,
  add constraint cards_video_has_an_id check (
    (type = 'kVideo' or video_id is null) and (type <> 'kVideo' or video_id is not null or visibility = 'draft'));

alter table chains
  add column visibility text not null default 'public'
    constraint chains_visibility_is_known check (visibility in ('draft', 'unlisted', 'public')),
  add column published_at timestamptz,
  -- When it first was public and had a public card.
  add column announced_at timestamptz,
  -- Its cards that everybody sees who can open it; see is_shown_in().
  add column shown_count integer not null default 0
    constraint chains_shown_cards_are_counted check (shown_count >= 0),
  add column edited_at timestamptz;

alter table subjects
  add column visibility text not null default 'public'
    constraint subjects_visibility_is_known check (visibility in ('draft', 'unlisted', 'public')),
  add column published_at timestamptz,
  add column announced_at timestamptz,
  add column edited_at timestamptz;

-- The licence of the user's new cards.
alter table users
  add column license text not null default 'all-rights'
    constraint users_license_is_known check (license in ('all-rights', 'cc-by', 'cc-by-sa', 'cc-by-nc', 'cc0'));

update cards set published_at = created_at, announced_at = created_at;
update chains set published_at = created_at, shown_count = card_count,
  announced_at = case when card_count > 0 then created_at end;
update subjects set published_at = created_at,
  announced_at = case when exists (
    select from subject_chains join chains on chains.id = chain_id where subject_id = subjects.id and chains.shown_count > 0
  ) then created_at end;

-- Empty chains and subjects are announced with their first card.
delete from activity
where act = 'create' and kind = 'chain' and thing_id in (select id from chains where announced_at is null);
delete from activity
where act = 'create' and kind = 'subject' and thing_id in (select id from subjects where announced_at is null);
drop trigger if exists chains_record_creation on chains;
drop trigger if exists subjects_record_creation on subjects;

-- Lists for everybody read public rows only.
drop index cards_by_score, cards_by_age, cards_videos_by_score;
create index cards_by_score on cards (score desc, id desc) where visibility = 'public';
create index cards_by_age on cards (created_at desc, id desc) where visibility = 'public';
create index cards_videos_by_score on cards (score desc, id desc) where visibility = 'public' and type = 'kVideo';
drop index chains_by_score, chains_by_age;
create index chains_by_score on chains (score desc, id desc) where visibility = 'public';
create index chains_by_age on chains (created_at desc, id desc) where visibility = 'public';
drop index subjects_by_score, subjects_by_age;
create index subjects_by_score on subjects (score desc, id desc) where visibility = 'public';
create index subjects_by_age on subjects (created_at desc, id desc) where visibility = 'public';

create index cards_drafts on cards (owner_id, (coalesce(edited_at, created_at)) desc, id desc) where visibility = 'draft';
create index chains_drafts on chains (owner_id, (coalesce(edited_at, created_at)) desc, id desc) where visibility = 'draft';
create index subjects_drafts on subjects (owner_id, (coalesce(edited_at, created_at)) desc, id desc) where visibility = 'draft';
create index cards_scheduled on cards (publish_at) where publish_at is not null;

-- Without statistics of the new columns PostgreSQL takes public rows for rare, and reads whole tables for a list.
analyze cards;
analyze chains;
analyze subjects;

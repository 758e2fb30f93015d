-- One row per edit of a card that was published before.
create table revisions (
  id bigint generated always as identity primary key,
  card_id bigint not null references cards (id) on delete cascade,
  -- Null after the account of the editor was erased.
  editor_id bigint references users (id),
  created_at timestamptz not null default now(),
  -- The author of the suggestion that the edit took over.
  suggested_by bigint references users (id),
  -- The time of the revision that the edit restored.
  restored_from timestamptz,
  -- The content of the card before the edit.
  title text not null,
  text text not null,
  html_desc text,
  tags text[] not null,
  photo_id bigint references photos (id),
  alt_text text,
  license text not null,
  source text
);

create index revisions_of_card on revisions (card_id, id desc);
create index revisions_by_age on revisions (created_at);
create index revisions_of_editor on revisions (editor_id) where editor_id is not null;
create index revisions_by_suggester on revisions (suggested_by) where suggested_by is not null;
create index revisions_photo on revisions (photo_id) where photo_id is not null;

alter table cards
  add column remix_of bigint constraint cards_original_exists references cards on delete set null,
  -- The original as it was when it was copied, or when its changes were last taken over or dismissed.
  add column remix_base jsonb,
  -- The licence that the copy of another user's card must keep.
  add column kept_license text;

create index cards_remixes on cards (remix_of) where remix_of is not null;

alter table chains
  add column remix_of bigint constraint chains_original_exists references chains on delete set null,
  -- When its owner last put a card into it.
  add column used_at timestamptz not null default now();

update chains set used_at = created_at;

create index chains_remixes on chains (remix_of) where remix_of is not null;
create index chains_of_owner_by_use on chains (owner_id, used_at desc, id desc);

create table suggestions (
  id bigint generated always as identity primary key,
  card_id bigint not null references cards (id) on delete cascade,
  owner_id bigint not null references users (id),
  created_at timestamptz not null default now(),
  -- The version of the card that its author saw.
  card_version integer not null,
  -- Null for what stays as it is. The description is `text` and `html_desc` together.
  title text constraint suggestions_title_is_not_empty check (title <> ''),
  text text,
  html_desc text,
  tags text[],
  note text,
  state text not null default 'open' constraint suggestions_state_is_known check (state in ('open', 'accepted', 'declined')),
  decided_at timestamptz,
  decided_by bigint references users (id),
  answer text,
  -- The changes as they were when it was decided.
  changes jsonb,
  constraint suggestions_change_something check (num_nonnulls(title, text, tags) > 0),
  constraint suggestions_are_decided_whole check ((state = 'open') = (decided_at is null) and (state = 'open') = (changes is null))
);

create unique index suggestions_one_open_per_user on suggestions (card_id, owner_id) where state = 'open';
create index suggestions_of_card on suggestions (card_id, id desc);
create index suggestions_of_owner on suggestions (owner_id, id desc);
create index suggestions_by_decider on suggestions (decided_by) where decided_by is not null;

-- What a person saved and how they sorted it. Nobody else sees it.
create table saved_items (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  card_id bigint references cards (id) on delete cascade,
  chain_id bigint references chains (id) on delete cascade,
  subject_id bigint references subjects (id) on delete cascade,
  saved_at timestamptz not null default now(),
  constraint saved_items_are_of_one_thing check (num_nonnulls(card_id, chain_id, subject_id) = 1),
  constraint saved_items_once_per_thing unique nulls not distinct (user_id, card_id, chain_id, subject_id)
);

create index saved_items_of_user on saved_items (user_id, id desc);
create index saved_items_of_card on saved_items (card_id) where card_id is not null;
create index saved_items_of_chain on saved_items (chain_id) where chain_id is not null;
create index saved_items_of_subject on saved_items (subject_id) where subject_id is not null;

create table saved_lists (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  title text not null constraint saved_lists_have_a_title check (title <> ''),
  created_at timestamptz not null default now()
);

create unique index saved_lists_once_per_title on saved_lists (user_id, lower(title));

create table saved_list_items (
  list_id bigint not null references saved_lists (id) on delete cascade,
  item_id bigint not null references saved_items (id) on delete cascade,
  constraint saved_list_items_once_per_list primary key (list_id, item_id)
);

create index saved_list_items_of_item on saved_list_items (item_id);

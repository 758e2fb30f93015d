-- Cards, chains of cards, subjects of chains.

create table cards (
  id bigint generated always as identity primary key,
  url_text text not null constraint cards_one_per_url unique,
  owner_id bigint not null references users (id),
  type text not null constraint cards_type_is_known check (type in ('kVideo', 'kAIAssisted', 'kCustom')),
  title text not null constraint cards_have_a_title check (title <> ''),
  -- What search and previews read; for rich text it is derived from the markup.
  text text not null default '',
  html_desc text,
  tags text[] not null default '{}',
  video_id text constraint cards_video_has_an_id check ((type = 'kVideo') = (video_id is not null)),
  ai_prompt text,
  ai_model_name text,
  photo_id bigint references photos (id),
  alt_text text,
  great boolean not null default false,
  locked boolean not null default false,
  like_count integer not null default 0 constraint cards_likes_not_negative check (like_count >= 0),
  comment_count integer not null default 0 constraint cards_comments_not_negative check (comment_count >= 0),
  -- Grows with the age of the calendar, so that new things rise without a nightly job; see trending_score().
  score double precision not null default 0,
  created_at timestamptz not null default now()
);

create table chains (
  id bigint generated always as identity primary key,
  owner_id bigint not null references users (id),
  title text not null constraint chains_have_a_title check (title <> ''),
  description text,
  photo_id bigint references photos (id),
  great boolean not null default false,
  like_count integer not null default 0 constraint chains_likes_not_negative check (like_count >= 0),
  card_count integer not null default 0 constraint chains_cards_not_negative check (card_count >= 0),
  score double precision not null default 0,
  created_at timestamptz not null default now()
);

create table subjects (
  id bigint generated always as identity primary key,
  owner_id bigint not null references users (id),
  title text not null constraint subjects_have_a_title check (title <> ''),
  description text,
  photo_id bigint references photos (id),
  great boolean not null default false,
  like_count integer not null default 0 constraint subjects_likes_not_negative check (like_count >= 0),
  chain_count integer not null default 0 constraint subjects_chains_not_negative check (chain_count >= 0),
  score double precision not null default 0,
  created_at timestamptz not null default now()
);

create table chain_cards (
  chain_id bigint not null references chains (id) on delete cascade,
  card_id bigint not null references cards (id) on delete cascade,
  rank double precision not null constraint chain_cards_rank_is_finite check (rank > '-infinity' and rank < 'infinity'),
  constraint chain_cards_once_per_chain primary key (chain_id, card_id)
);

create table subject_chains (
  subject_id bigint not null references subjects (id) on delete cascade,
  chain_id bigint not null references chains (id) on delete cascade,
  rank double precision not null constraint subject_chains_rank_is_finite check (rank > '-infinity' and rank < 'infinity'),
  constraint subject_chains_once_per_subject primary key (subject_id, chain_id)
);

create index cards_by_score on cards (score desc, id desc);
create index cards_by_age on cards (created_at desc, id desc);
create index cards_of_owner on cards (owner_id, id desc);
create index cards_photo on cards (photo_id) where photo_id is not null;
create index chains_by_score on chains (score desc, id desc);
create index chains_by_age on chains (created_at desc, id desc);
create index chains_of_owner on chains (owner_id, id desc);
create index chains_photo on chains (photo_id) where photo_id is not null;
create index subjects_by_score on subjects (score desc, id desc);
create index subjects_by_age on subjects (created_at desc, id desc);
create index subjects_of_owner on subjects (owner_id, id desc);
create index subjects_photo on subjects (photo_id) where photo_id is not null;
create index chain_cards_in_order on chain_cards (chain_id, rank, card_id);
create index chain_cards_of_card on chain_cards (card_id);
create index subject_chains_in_order on subject_chains (subject_id, rank, chain_id);
create index subject_chains_of_chain on subject_chains (chain_id);

-- Liveliness counts on a logarithm, age linearly: a thing ten times as lively stays up one and a half
-- days longer. Because the clock is part of the score itself, a stored score never has to be refreshed.
create function trending_score(likes integer, comments integer, great boolean, made timestamptz)
returns double precision
language sql immutable parallel safe
return log(greatest(1, 1 + likes + 2 * comments + case when great then 9 else 0 end)::numeric)::double precision
  + extract(epoch from made)::double precision / 129600;

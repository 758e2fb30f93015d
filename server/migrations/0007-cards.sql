create table cards (
  id bigint generated always as identity primary key,
  url_text text not null constraint cards_one_per_url unique,
  owner_id bigint not null references users (id),
  type text not null constraint cards_type_is_known check (type in ('kVideo', 'kAIAssisted', 'kCustom')),
  title text not null constraint cards_have_a_title check (title <> ''),
  -- Plain text for search and previews; derived from html_desc if there is one.
  text text not null default '',
  html_desc text,
  tags text[] not null default '{}',
  video_id text constraint cards_video_has_an_id check ((type = 'kVideo') = (video_id is not null)),
  ai_prompt text,
  ai_model_name text,
  photo_id bigint references photos (id),
  alt_text text,
  great boolean not null default false,
  -- When it was first marked as great; feeds of its topics show it again once.
  great_at timestamptz,
  locked boolean not null default false,
  like_count integer not null default 0 constraint cards_likes_not_negative check (like_count >= 0),
  comment_count integer not null default 0 constraint cards_comments_not_negative check (comment_count >= 0),
  -- See trending_score().
  score double precision not null default 0,
  created_at timestamptz not null default now(),
  edited_at timestamptz
);

create index cards_by_score on cards (score desc, id desc);
create index cards_by_age on cards (created_at desc, id desc);
create index cards_of_owner_by_age on cards (owner_id, created_at desc, id desc);
create index cards_photo on cards (photo_id) where photo_id is not null;

-- The tags in use, kept by count_tags().
create table tags (
  id bigint generated always as identity primary key,
  name text not null constraint tags_once_per_name unique,
  card_count integer not null constraint tags_are_used check (card_count >= 0)
);

create index tags_by_use on tags (card_count desc, id);

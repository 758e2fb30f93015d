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

create index subjects_by_score on subjects (score desc, id desc);
create index subjects_by_age on subjects (created_at desc, id desc);
create index subjects_of_owner on subjects (owner_id, id desc);
create index subjects_photo on subjects (photo_id) where photo_id is not null;

create table subject_chains (
  subject_id bigint not null references subjects (id) on delete cascade,
  chain_id bigint not null references chains (id) on delete cascade,
  rank double precision not null constraint subject_chains_rank_is_finite check (rank > '-infinity' and rank < 'infinity'),
  constraint subject_chains_once_per_subject primary key (subject_id, chain_id)
);

create index subject_chains_in_order on subject_chains (subject_id, rank, chain_id);
create index subject_chains_of_chain on subject_chains (chain_id);

-- The subjects in a user's list, own and saved.
create table user_subjects (
  user_id bigint not null references users (id),
  subject_id bigint not null references subjects (id) on delete cascade,
  rank double precision not null constraint user_subjects_rank_is_finite check (rank > '-infinity' and rank < 'infinity'),
  constraint user_subjects_once_per_user primary key (user_id, subject_id)
);

create index user_subjects_in_order on user_subjects (user_id, rank, subject_id);
create index user_subjects_of_subject on user_subjects (subject_id);

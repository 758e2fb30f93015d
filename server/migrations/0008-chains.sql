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

create index chains_by_score on chains (score desc, id desc);
create index chains_by_age on chains (created_at desc, id desc);
create index chains_of_owner on chains (owner_id, id desc);
create index chains_photo on chains (photo_id) where photo_id is not null;

create table chain_cards (
  chain_id bigint not null references chains (id) on delete cascade,
  card_id bigint not null references cards (id) on delete cascade,
  rank double precision not null constraint chain_cards_rank_is_finite check (rank > '-infinity' and rank < 'infinity'),
  constraint chain_cards_once_per_chain primary key (chain_id, card_id)
);

create index chain_cards_in_order on chain_cards (chain_id, rank, card_id);
create index chain_cards_of_card on chain_cards (card_id);

-- The chains in a user's list, own and saved.
create table user_chains (
  user_id bigint not null references users (id),
  chain_id bigint not null references chains (id) on delete cascade,
  rank double precision not null constraint user_chains_rank_is_finite check (rank > '-infinity' and rank < 'infinity'),
  constraint user_chains_once_per_user primary key (user_id, chain_id)
);

create index user_chains_in_order on user_chains (user_id, rank, chain_id);
create index user_chains_of_chain on user_chains (chain_id);

-- Nothing cascades from users: their likes are counted, so erasing a user deletes them by the functions that count.

create table card_likes (
  card_id bigint not null references cards (id) on delete cascade,
  user_id bigint not null references users (id),
  created_at timestamptz not null default now(),
  constraint card_likes_once_per_user primary key (card_id, user_id)
);

create table chain_likes (
  chain_id bigint not null references chains (id) on delete cascade,
  user_id bigint not null references users (id),
  created_at timestamptz not null default now(),
  constraint chain_likes_once_per_user primary key (chain_id, user_id)
);

create table subject_likes (
  subject_id bigint not null references subjects (id) on delete cascade,
  user_id bigint not null references users (id),
  created_at timestamptz not null default now(),
  constraint subject_likes_once_per_user primary key (subject_id, user_id)
);

create index card_likes_of_user on card_likes (user_id, card_id);
create index chain_likes_of_user on chain_likes (user_id, chain_id);
create index subject_likes_of_user on subject_likes (user_id, subject_id);

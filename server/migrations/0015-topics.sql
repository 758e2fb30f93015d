-- What people follow, and which cards are about it.

create table topics (
  id bigint generated always as identity primary key,
  name text not null constraint topics_have_a_name check (name <> ''),
  photo_id bigint references photos (id),
  -- No longer offered, kept by those who chose it.
  retired_at timestamptz,
  created_at timestamptz not null default now()
);

create unique index topics_one_per_name on topics (plain_text(name));
create index topics_photo on topics (photo_id) where photo_id is not null;

create table user_topics (
  user_id bigint not null references users (id),
  topic_id bigint not null references topics (id),
  rank double precision not null constraint user_topics_rank_is_finite check (rank > '-infinity' and rank < 'infinity'),
  constraint user_topics_once_per_user primary key (user_id, topic_id)
);

create index user_topics_in_order on user_topics (user_id, rank, topic_id);
create index user_topics_of_topic on user_topics (topic_id);

-- Worked out when a card or a topic is written.
create table card_topics (
  topic_id bigint not null references topics (id) on delete cascade,
  card_id bigint not null references cards (id) on delete cascade,
  constraint card_topics_once_per_card primary key (topic_id, card_id)
);

create index card_topics_of_card on card_topics (card_id);

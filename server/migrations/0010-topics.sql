-- needs: plain_text

create table topics (
  id bigint generated always as identity primary key,
  name text not null constraint topics_have_a_name check (name <> ''),
  photo_id bigint references photos (id),
  created_at timestamptz not null default now(),
  -- Not offered any more; users who chose it keep it.
  retired_at timestamptz
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
-- Suggestions read the newest users of a topic only.
create index user_topics_newest on user_topics (topic_id, user_id desc);

-- The queries that find a topic in the words of a card, each by its longest word.
create table topic_spellings (
  topic_id bigint not null references topics (id) on delete cascade,
  lead text not null,
  asked tsquery not null,
  constraint topic_spellings_once primary key (topic_id, asked)
);

create index topic_spellings_by_lead on topic_spellings (lead);

-- The words of a card. A table of its own: every like updates the row of a card, and would write all words into the
-- index again.
create table card_words (
  card_id bigint primary key,
  words tsvector not null
);

create index card_words_said on card_words using gin (words);

-- Which cards are about which topic. Written by name_topics_of_card() and find_cards_of_topic() only. Without foreign
-- keys: they would lock the card, whose writer may wait for the topic, and check the topic once per card.
create table card_topics (
  topic_id bigint not null,
  card_id bigint not null,
  constraint card_topics_once_per_card primary key (topic_id, card_id)
);

create index card_topics_of_card on card_topics (card_id);

-- What a person reads, studies and remembers. Nothing here is visible to others.

create table learning_settings (
  user_id bigint primary key references users (id),
  minutes integer not null default 10 constraint learning_settings_minutes_are_known check (minutes in (5, 10, 20)),
  retention text not null default 'usual'
    constraint learning_settings_retention_is_known check (retention in ('lighter', 'usual', 'firmer')),
  -- Null until the first review or the settings tell it.
  zone text
);

create table readings (
  user_id bigint not null references users (id),
  card_id bigint not null references cards (id) on delete cascade,
  read_at timestamptz not null default now(),
  constraint readings_once_per_user primary key (user_id, card_id)
);

create index readings_of_card on readings (card_id);

-- The card a person opened last in a chain or subject.
create table places (
  user_id bigint not null references users (id),
  chain_id bigint references chains (id) on delete cascade,
  subject_id bigint references subjects (id) on delete cascade,
  card_id bigint references cards (id) on delete set null,
  opened_at timestamptz not null default now(),
  constraint places_are_in_one_thing check (num_nonnulls(chain_id, subject_id) = 1),
  constraint places_once_per_thing unique nulls not distinct (user_id, chain_id, subject_id)
);

create index places_by_age on places (user_id, opened_at desc);
create index places_of_chain on places (chain_id) where chain_id is not null;
create index places_of_subject on places (subject_id) where subject_id is not null;
create index places_of_card on places (card_id) where card_id is not null;

-- What a person put into their review queue.
create table studies (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  chain_id bigint references chains (id) on delete cascade,
  subject_id bigint references subjects (id) on delete cascade,
  card_id bigint references cards (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint studies_are_of_one_thing check (num_nonnulls(chain_id, subject_id, card_id) = 1),
  constraint studies_once_per_thing unique nulls not distinct (user_id, chain_id, subject_id, card_id)
);

create index studies_of_chain on studies (chain_id) where chain_id is not null;
create index studies_of_subject on studies (subject_id) where subject_id is not null;
create index studies_of_card on studies (card_id) where card_id is not null;

create table prompts (
  id bigint generated always as identity primary key,
  card_id bigint not null references cards (id) on delete cascade,
  kind text not null constraint prompts_kind_is_known check (kind in ('question', 'cloze')),
  question text not null,
  answer text not null,
  rank integer not null
);

create index prompts_of_card on prompts (card_id, rank);

-- Rows are only added, and marked when undone. A deleted card leaves its reviews behind.
create table reviews (
  user_id bigint not null references users (id),
  id uuid not null,
  card_id bigint not null,
  grade smallint not null constraint reviews_grade_is_known check (grade between 1 and 4),
  reviewed_at timestamptz not null,
  zone text not null,
  took_ms integer not null constraint reviews_duration_not_negative check (took_ms >= 0),
  prompt_id bigint,
  missed text[] not null default '{}',
  undone_at timestamptz,
  constraint reviews_once_per_user primary key (user_id, id, reviewed_at)
) partition by range (reviewed_at);

create index reviews_of_card on reviews (user_id, card_id);
create index reviews_by_age on reviews (user_id, reviewed_at desc);

-- Holds what has no month of its own, so that no review is ever refused for want of one.
create table reviews_other partition of reviews default;

-- Derived from `reviews` by replaying them; only `aside` and `forgiven_lapses` are a person's own choice.
create table memories (
  user_id bigint not null references users (id),
  card_id bigint not null references cards (id) on delete cascade,
  -- All null until the first review.
  phase smallint,
  stability double precision,
  difficulty double precision,
  due_at timestamptz,
  last_review_at timestamptz,
  scheduled_days integer,
  step integer,
  reps integer,
  lapses integer,
  forgiven_lapses integer not null default 0,
  aside boolean not null default false,
  constraint memories_once_per_user primary key (user_id, card_id),
  constraint memories_are_reviewed_whole check (num_nulls(phase, stability, difficulty, due_at, last_review_at,
    scheduled_days, step, reps, lapses) in (0, 9))
);

create index memories_by_due on memories (user_id, due_at);
create index memories_of_card on memories (card_id);

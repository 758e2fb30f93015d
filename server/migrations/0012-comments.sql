create table comments (
  id bigint generated always as identity primary key,
  card_id bigint not null references cards (id) on delete cascade,
  owner_id bigint not null references users (id),
  text text not null constraint comments_have_a_text check (text <> ''),
  created_at timestamptz not null default now(),
  edited_at timestamptz
);

create index comments_of_card on comments (card_id, id desc);
create index comments_of_owner on comments (owner_id, id);

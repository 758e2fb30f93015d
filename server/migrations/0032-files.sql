-- Names this installation in files, so that ids of other installations are not taken for its own.
create table installation (
  id uuid not null default gen_random_uuid(),
  only_row boolean primary key default true constraint installation_is_one check (only_row)
);
insert into installation default values;

-- Imports that take longer than a request. A row whose `beat_at` is old belongs to a process that has ended.
create table imports (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  state text not null default 'running'
    constraint imports_state_is_known check (state in ('running', 'done', 'failed', 'cancelled')),
  done integer not null default 0,
  total integer not null default 0,
  chain_id bigint references chains (id) on delete set null,
  new_count integer not null default 0,
  updated_count integer not null default 0,
  -- `{code, detail}` when it failed.
  problem jsonb,
  created_at timestamptz not null default now(),
  beat_at timestamptz not null default now()
);

create unique index imports_one_at_a_time on imports (user_id) where state = 'running';
create index imports_of_user on imports (user_id);
create index imports_of_chain on imports (chain_id) where chain_id is not null;

-- Which card a note of an imported file became, so that a second import updates it.
create table imported_notes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  guid text not null,
  card_id bigint not null references cards (id) on delete cascade,
  constraint imported_notes_once_per_user unique (user_id, guid)
);

create index imported_notes_of_card on imported_notes (card_id);

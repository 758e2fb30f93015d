-- Who is having something written right now: at most two at once, counted over all processes.
-- A process that dies leaves its turn behind, so a turn ends by itself.
create table ai_turns (
  user_id bigint not null references users on delete cascade,
  place smallint not null constraint ai_turns_two_at_once check (place in (1, 2)),
  until timestamptz not null,
  primary key (user_id, place)
);

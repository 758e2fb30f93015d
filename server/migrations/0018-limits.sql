-- What all processes count together.

-- Points used per key, in the layout of rate-limiter-flexible. Unlogged: losing it in a crash forgives a few attempts.
create unlogged table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);

create index rate_limits_by_expiry on rate_limits (expire);

-- At most two AI requests of a user at the same time. A row expires, because a process that dies does not delete it.
create table ai_turns (
  user_id bigint not null references users on delete cascade,
  place smallint not null constraint ai_turns_two_at_once check (place in (1, 2)),
  until timestamptz not null,
  primary key (user_id, place)
);

-- The response to a request with an idempotency key. Written in the transaction of the request, so it exists exactly if
-- the request was carried out; a repeated request gets the same response.
create table idempotency_keys (
  user_id bigint not null references users on delete cascade,
  key text not null,
  call text not null,
  body_hash bytea not null,
  answer text,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);

create index idempotency_keys_by_age on idempotency_keys (created_at);

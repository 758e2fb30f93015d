-- What was answered to a request that carried a key, so that asking again gives the same answer and writes nothing.
-- A row is written in the transaction of what it answers for: it is there exactly when that is.
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

create table creator_requests (
  user_id bigint primary key references users (id) on delete cascade,
  message text,
  -- Null while the request waits.
  granted boolean,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  constraint creator_requests_decided_or_waiting check ((granted is null) = (decided_at is null))
);

create index creator_requests_waiting on creator_requests (created_at) where granted is null;

-- Points used up per key, shared by all processes. The layout is the one rate-limiter-flexible expects.
-- Losing it in a crash only forgives a few attempts, so it does without the write-ahead log.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

create index rate_limits_by_expiry on rate_limits (expire);

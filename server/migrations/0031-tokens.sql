-- API tokens for scripts. Like those of sessions they are stored as SHA-256 only.
create table api_tokens (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  token_hash bytea not null constraint api_tokens_one_per_token unique,
  name text not null,
  scope text not null constraint api_tokens_scope check (scope in ('read', 'write')),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

create index api_tokens_of_user on api_tokens (user_id);

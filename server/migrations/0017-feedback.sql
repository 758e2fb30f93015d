create table feedback (
  id bigint generated always as identity primary key,
  kind text not null constraint feedback_kind_is_known check (kind in ('feedback', 'contact')),
  name text,
  email text,
  message text not null constraint feedback_has_a_message check (message <> ''),
  created_at timestamptz not null default now()
);

create index feedback_of_address on feedback (lower(email)) where email is not null;

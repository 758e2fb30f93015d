-- Actions of admins, kept for ever, and sign-ins, kept for ninety days. keep_audit() refuses other changes.
create table audit (
  id bigint generated always as identity primary key,
  actor_id bigint,
  act text not null,
  target_kind text not null,
  target_id bigint,
  detail jsonb not null default '{}',
  created_at timestamptz not null default now()
);

create index audit_of_actor on audit (actor_id);
create index audit_of_target on audit (target_kind, target_id);
create index audit_acts on audit (id) where act not in ('sign-in.succeeded', 'sign-in.failed');
create index audit_sign_ins_by_age on audit (created_at) where act in ('sign-in.succeeded', 'sign-in.failed');

-- Sign-ins are in the audit too, and for ninety days only: a row that old may be deleted.
create or replace function keep_audit() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (new.id, new.act, new.target_kind, new.created_at) = (old.id, old.act, old.target_kind, old.created_at)
    and (new.actor_id is null or new.actor_id = old.actor_id)
    and (new.target_id is null or new.target_id = old.target_id)
    and (new.detail = old.detail or new.detail = '{}')
  then
    return new;
  end if;
  if tg_op = 'DELETE'
    and old.act in ('sign-in.succeeded', 'sign-in.failed')
    and old.created_at < now() - interval '90 days'
  then
    return old;
  end if;
  raise exception 'the audit keeps what was written' using errcode = 'restrict_violation';
end
$$;

-- What admins did is listed without walking past the sign-ins.
create index audit_acts on audit (id) where act not in ('sign-in.succeeded', 'sign-in.failed');
create index audit_sign_ins_by_age on audit (created_at) where act in ('sign-in.succeeded', 'sign-in.failed');

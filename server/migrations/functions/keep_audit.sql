-- The audit is append-only. Allowed are: removing what identifies an erased user, and deleting sign-ins after ninety
-- days.
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

create or replace trigger audit_is_kept before update or delete on audit for each row execute function keep_audit();
create or replace trigger audit_is_not_emptied before truncate on audit for each statement execute function keep_audit();

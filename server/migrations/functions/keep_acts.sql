-- The log of moderation acts is append-only. Allowed is removing what identifies an erased user.
create or replace function keep_acts() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (new.id, new.case_id, new.kind, new.thing_id, new.act, new.automated, new.created_at)
      = (old.id, old.case_id, old.kind, old.thing_id, old.act, old.automated, old.created_at)
    and (new.rule, new.until) is not distinct from (old.rule, old.until)
    and (new.owner_id is null or new.owner_id = old.owner_id)
    and (new.admin_id is null or new.admin_id = old.admin_id)
    and (new.text is not distinct from old.text or new.text = '' and new.owner_id is null)
    and (new.title = old.title or new.title = '' and new.owner_id is null)
  then
    return new;
  end if;
  raise exception 'the log of acts keeps what was written' using errcode = 'restrict_violation';
end
$$;

create or replace trigger acts_are_kept before update or delete on moderation_acts
  for each row execute function keep_acts();
create or replace trigger acts_are_not_emptied before truncate on moderation_acts
  for each statement execute function keep_acts();

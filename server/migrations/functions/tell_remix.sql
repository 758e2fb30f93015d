-- needs: tell take_back

-- Notifies the owner of the original while a remix is public. The argument of the trigger is the kind.
create or replace function tell_remix() returns trigger
language plpgsql as $$
declare
  of_kind constant notice_object := tg_argv[0];
  original_owner bigint;
begin
  if tg_op = 'DELETE' or new.visibility <> 'public' then
    perform take_back(null, 'remix', of_kind, old.remix_of, old.owner_id, old.id);
    return null;
  end if;
  if of_kind = 'card' then
    select owner_id into original_owner from cards where id = new.remix_of;
  else
    select owner_id into original_owner from chains where id = new.remix_of;
  end if;
  perform tell(array[original_owner], 'remix', of_kind, new.remix_of, original_owner, new.owner_id, new.id, now(), null);
  return null;
end
$$;

create or replace trigger cards_tell_remix after update of visibility on cards
  for each row when (new.remix_of is not null and (old.visibility = 'public') <> (new.visibility = 'public'))
  execute function tell_remix('card');
create or replace trigger cards_take_back_remix after delete on cards
  for each row when (old.remix_of is not null) execute function tell_remix('card');
create or replace trigger chains_tell_remix after update of visibility on chains
  for each row when (new.remix_of is not null and (old.visibility = 'public') <> (new.visibility = 'public'))
  execute function tell_remix('chain');
create or replace trigger chains_take_back_remix after delete on chains
  for each row when (old.remix_of is not null) execute function tell_remix('chain');

-- needs: tell take_back mentions_in readers_among

-- Tells of a comment: the users it mentions, the author of the comment it answers, and the owner of the card. Each is
-- told once, as the first of these. An edit tells only those whom it mentions newly.
create or replace function tell_comment() returns trigger
language plpgsql as $$
declare
  card_owner bigint;
  card_visibility text;
  answered bigint;
  person bigint;
  mentioned bigint[] := mentions_in(new.text);
  told bigint[];
begin
  select owner_id, visibility into card_owner, card_visibility from cards where id = new.card_id;
  -- Only its owner and admins know of a draft or hidden card, or of a hidden comment.
  if card_visibility in ('draft', 'hidden') or new.hidden_by is not null then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    foreach person in array mentions_in(old.text) loop
      if person = any (mentioned) then
        mentioned := array_remove(mentioned, person);
      else
        perform take_back(person, 'mention', 'comment', new.id, new.owner_id, new.id);
      end if;
    end loop;
  end if;
  if mentioned <> '{}' then
    told := tell(readers_among(mentioned, card_owner, new.owner_id), 'mention', 'comment', new.id, card_owner,
      new.owner_id, new.id, case tg_op when 'INSERT' then new.created_at else now() end, null);
  end if;
  if tg_op = 'UPDATE' then
    return null;
  end if;
  if new.answer_to is not null then
    select owner_id into answered from comments where id = new.answer_to and owner_id <> all (coalesce(told, '{}'));
    told := told || tell(readers_among(array[answered], card_owner, new.owner_id), 'comment', 'comment', new.answer_to,
      card_owner, new.owner_id, new.id, new.created_at, null);
  end if;
  if card_owner <> all (coalesce(told, '{}')) then
    perform tell(array[card_owner], 'comment', 'card', new.card_id, card_owner, new.owner_id, new.id, new.created_at, null);
  end if;
  return null;
end
$$;

create or replace trigger comments_tell after insert on comments for each row execute function tell_comment();
create or replace trigger comments_tell_edit after update of text on comments
  for each row when (old.text <> new.text) execute function tell_comment();

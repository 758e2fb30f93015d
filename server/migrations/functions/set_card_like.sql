-- Likes or unlikes; returns the number of likes, or null if there is no such card. The card is locked first, as in all
-- writers, so that liking, deleting and erasing do not deadlock. plpgsql, because each statement sees what was
-- committed before it; a single statement would see the likes from before it waited for the lock.
create or replace function set_card_like(thing_id bigint, person_id bigint, wanted boolean) returns integer
language plpgsql as $$
declare
  likes integer;
  step integer;
begin
  select content.like_count into likes
  from cards as content join users as owner on owner.id = content.owner_id
  where content.id = thing_id and owner.leaving_at is null
  for no key update of content;
  if not found then
    return null;
  end if;
  if wanted then
    insert into card_likes (card_id, user_id) values (thing_id, person_id) on conflict do nothing;
  else
    delete from card_likes where card_id = thing_id and user_id = person_id;
  end if;
  if not found then
    return likes;
  end if;
  step := case when wanted then 1 else -1 end;
  update cards as content
  set like_count = content.like_count + step
  where content.id = thing_id;
  return likes + step;
end
$$;

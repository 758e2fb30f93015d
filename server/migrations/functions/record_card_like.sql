create or replace function record_card_like() returns trigger
language plpgsql as $$
declare
  owner bigint;
begin
  insert into activity (stream, act, kind, thing_id, owner_id, created_at)
  select new.user_id, 'like', 'card', id, owner_id, new.created_at from cards
  where id = new.card_id and visibility = 'public';
  select owner_id into owner from cards where id = new.card_id;
  perform tell(array[owner], 'like', 'card', new.card_id, owner, new.user_id, 0, new.created_at, null);
  return null;
end
$$;

create or replace trigger card_likes_record after insert on card_likes for each row execute function record_card_like();

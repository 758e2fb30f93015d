create or replace function record_card_like() returns trigger
language plpgsql as $$
begin
  insert into activity (stream, act, kind, thing_id, owner_id, created_at)
  select new.user_id, 'like', 'card', id, owner_id, new.created_at from cards
  where id = new.card_id and visibility = 'public';
  return null;
end
$$;

create or replace trigger card_likes_record after insert on card_likes for each row execute function record_card_like();

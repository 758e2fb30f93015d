create or replace function record_card_like() returns trigger
language plpgsql as $$
declare
  owner bigint;
  is_public boolean;
begin
  select owner_id, visibility = 'public' into owner, is_public from cards where id = new.card_id;
  if is_public then
    insert into activity (stream, act, kind, thing_id, owner_id, created_at)
    values (new.user_id, 'like', 'card', new.card_id, owner, new.created_at);
  end if;
  perform tell(array[owner], 'like', 'card', new.card_id, owner, new.user_id, 0, new.created_at, null);
  return null;
end
$$;

create or replace trigger card_likes_record after insert on card_likes for each row execute function record_card_like();

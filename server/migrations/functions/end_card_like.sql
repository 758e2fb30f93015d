create or replace function end_card_like() returns trigger
language plpgsql as $$
begin
  perform end_activity(old.user_id, 'like', 'card', old.card_id);
  perform take_back(null, 'like', 'card', old.card_id, old.user_id, 0);
  return null;
end
$$;

create or replace trigger card_likes_end after delete on card_likes for each row execute function end_card_like();

create or replace function end_chain_like() returns trigger
language plpgsql as $$
begin
  perform end_activity(old.user_id, 'like', 'chain', old.chain_id);
  perform take_back(null, 'like', 'chain', old.chain_id, old.user_id, 0);
  return null;
end
$$;

create or replace trigger chain_likes_end after delete on chain_likes for each row execute function end_chain_like();

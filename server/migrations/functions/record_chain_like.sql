create or replace function record_chain_like() returns trigger
language plpgsql as $$
begin
  insert into activity (stream, act, kind, thing_id, owner_id, created_at)
  select new.user_id, 'like', 'chain', id, owner_id, new.created_at from chains
  where id = new.chain_id and visibility = 'public';
  return null;
end
$$;

create or replace trigger chain_likes_record after insert on chain_likes for each row execute function record_chain_like();

create or replace function record_chain_like() returns trigger
language plpgsql as $$
declare
  owner bigint;
begin
  insert into activity (stream, act, kind, thing_id, owner_id, created_at)
  select new.user_id, 'like', 'chain', id, owner_id, new.created_at from chains
  where id = new.chain_id and visibility = 'public';
  select owner_id into owner from chains where id = new.chain_id;
  perform tell(array[owner], 'like', 'chain', new.chain_id, owner, new.user_id, 0, new.created_at, null);
  return null;
end
$$;

create or replace trigger chain_likes_record after insert on chain_likes for each row execute function record_chain_like();

create or replace function record_chain_like() returns trigger
language plpgsql as $$
declare
  owner bigint;
  is_public boolean;
begin
  select owner_id, visibility = 'public' into owner, is_public from chains where id = new.chain_id;
  if is_public then
    insert into activity (stream, act, kind, thing_id, owner_id, created_at)
    values (new.user_id, 'like', 'chain', new.chain_id, owner, new.created_at);
  end if;
  perform tell(array[owner], 'like', 'chain', new.chain_id, owner, new.user_id, 0, new.created_at, null);
  return null;
end
$$;

create or replace trigger chain_likes_record after insert on chain_likes for each row execute function record_chain_like();

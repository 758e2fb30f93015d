-- needs: tell take_back

-- The notice of a connection request exists as long as the request waits for its receiver.
create or replace function tell_request() returns trigger
language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.receiver_id is not null then
    perform take_back(old.receiver_id, 'connection_request', 'user', old.sender_id, old.sender_id, old.id);
  end if;
  if tg_op <> 'DELETE' and new.receiver_id is not null then
    perform tell(array[new.receiver_id], 'connection_request', 'user', new.sender_id, new.sender_id, new.sender_id,
      new.id, case tg_op when 'INSERT' then new.created_at else now() end, null);
  end if;
  return null;
end
$$;

create or replace trigger connection_requests_tell after insert or delete on connection_requests
  for each row execute function tell_request();
create or replace trigger connection_requests_tell_receiver after update of receiver_id on connection_requests
  for each row when (old.receiver_id is distinct from new.receiver_id) execute function tell_request();

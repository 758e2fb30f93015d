-- needs: take_back

-- Who is not connected any more is not told that a request was accepted.
create or replace function take_back_acceptance() returns trigger
language plpgsql as $$
begin
  perform take_back(old.user_id, 'connection_accepted', 'user', old.other_id, old.other_id, 0);
  perform take_back(old.user_id, 'invitation_accepted', 'user', old.other_id, old.other_id, 0);
  return null;
end
$$;

create or replace trigger connections_take_back after delete on connections
  for each row execute function take_back_acceptance();

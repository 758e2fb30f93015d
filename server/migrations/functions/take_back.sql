-- Removes an event from the notices that tell of it, read or unread, and deletes notices without any actor left. A
-- recipient of null means all of them.
create or replace function take_back(
  recipient bigint, about notice_kind, of_kind notice_object, of_id bigint, actor bigint, act bigint
) returns void
language plpgsql as $$
declare
  told bigint;
begin
  for told in
    select id from notices
    where object_id = of_id and object_kind = of_kind and kind = about and (recipient is null or user_id = recipient)
  loop
    delete from notice_actors where actor_id = actor and notice_id = told and act_id = act;
    continue when not found;
    -- An actor of several events stays while one of them is left.
    continue when act <> 0 and exists (select from notice_actors where actor_id = actor and notice_id = told);
    delete from notices where id = told and actor_count = 1;
    if not found then
      update notices set actor_count = actor_count - 1 where id = told;
    end if;
  end loop;
end
$$;

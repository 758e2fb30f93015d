-- Takes an act out of the notices that tell of it, read or unread; a notice that names nobody any more is deleted. A
-- recipient of null means all of them.
create or replace function take_back(
  recipient bigint, about notice_kind, of_kind notice_object, of_id bigint, actor bigint, act bigint
) returns void
language plpgsql as $$
declare
  changed bigint[];
begin
  with gone as (
    delete from notice_actors as acted using notices as notice
    where notice.object_id = of_id and notice.object_kind = of_kind and notice.kind = about
      and (recipient is null or notice.user_id = recipient)
      and acted.actor_id = actor and acted.notice_id = notice.id and acted.act_id = act
    returning acted.notice_id
  )
  select array_agg(notice_id) into changed from gone;
  if changed is null then
    return;
  end if;
  -- An actor of several acts stays while one of them is left.
  update notices as notice set actor_count = actor_count - 1
  where id = any (changed)
    and not exists (select from notice_actors where actor_id = actor and notice_id = notice.id);
  delete from notices where id = any (changed) and actor_count = 0;
end
$$;

-- needs: take_back

-- Removes the notices of an item that is no longer in its chain or subject, for every user who added it.
create or replace function take_back_news(of_kind notice_object, of_id bigint, act bigint) returns void
language plpgsql as $$
declare
  actor bigint;
begin
  for actor in
    select distinct acted.actor_id
    from notices as notice join notice_actors as acted on acted.notice_id = notice.id and acted.act_id = act
    where notice.object_id = of_id and notice.object_kind = of_kind and notice.kind = 'card_in_followed'
  loop
    perform take_back(null, 'card_in_followed', of_kind, of_id, actor, act);
  end loop;
end
$$;

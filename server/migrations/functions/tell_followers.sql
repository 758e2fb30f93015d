-- needs: tell readers_among enqueue_pushes

-- Notifies followers of something new in a chain, subject or topic or by a user: at most a thousand, by their ids after
-- `after_id`. Returns the last of them if there may be more. Followers of `closer_chain`, who are told by it, and those
-- who were told of this event before are left out. Followers at level `digest` get no push message.
create or replace function tell_followers(
  followed_kind follow_kind, followed_id bigint, of_kind notice_object, of_id bigint, of_owner bigint,
  actor bigint, act bigint, closer_chain bigint, after_id bigint
) returns bigint
language plpgsql as $$
declare
  followers bigint[];
  told bigint[];
begin
  followers := array(
    select user_id from follows
    where kind = followed_kind and thing_id = followed_id and user_id > after_id
    order by user_id
    limit 1000
  );
  told := tell(
    array(
      select unnest(readers_among(followers, of_owner, actor))
      except
      select user_id from follows where kind = 'chain' and thing_id = closer_chain and user_id = any (followers)
      except
      select notice.user_id
      from notices as notice
      join notice_actors as acted on acted.actor_id = actor and acted.notice_id = notice.id and acted.act_id = act
      where notice.object_id = of_id and notice.object_kind = of_kind and notice.kind = 'card_in_followed'
        and notice.user_id = any (followers)
      order by 1
    ),
    'card_in_followed', of_kind, of_id, of_owner, actor, act, now(), null);
  perform enqueue_pushes(
    array(
      select user_id from follows
      where kind = followed_kind and thing_id = followed_id and level = 'all' and user_id = any (told)
    ),
    'card_in_followed', of_kind, of_id);
  return case when cardinality(followers) = 1000 then followers[1000] end;
end
$$;

-- Tells users of an act: adds the actor to their unread notice of this kind and object, or begins one. Nobody is told of
-- their own acts, of those of users they muted, or of a kind they switched off. Returns whom it told. Blocked users and
-- those who left are not shown when notices are read.
create or replace function tell(
  recipients bigint[], about notice_kind, of_kind notice_object, of_id bigint, of_owner bigint,
  actor bigint, act bigint, told_at timestamptz, note text
) returns bigint[]
language plpgsql as $$
declare
  told bigint[];
begin
  with written as (
    insert into notices as notice (user_id, kind, object_kind, object_id, owner_id, actor_count, detail, moved_at)
    select recipient, about, of_kind, of_id, of_owner, (actor is not null)::integer, note, told_at
    from unnest(recipients) as recipient
    where recipient is distinct from actor
      and not exists (select from mutes where user_id = recipient and muted_id = actor)
      and not exists (select from notice_channels where user_id = recipient and kind = about and not app)
    order by recipient
    on conflict (user_id, kind, object_kind, object_id) where seen_at is null do update
    set actor_count = notice.actor_count + (actor is not null and not exists (
        select from notice_actors where actor_id = actor and notice_id = notice.id
      ))::integer,
      detail = excluded.detail,
      moved_at = greatest(notice.moved_at, excluded.moved_at)
    returning notice.id, notice.user_id
  ), acted as (
    insert into notice_actors (actor_id, notice_id, act_id, created_at)
    select actor, id, act, told_at from written where actor is not null
    on conflict do nothing
  )
  select array_agg(user_id) into told from written;
  return told;
end
$$;

-- needs: enqueue_pushes

-- Notifies users of an event: adds the actor to their unread notice of this kind, object and detail, or begins one.
-- Skips the actor, users who muted the actor, and users who switched this kind off, except for decisions of admins.
-- Returns the ids of the notified users. Blocked users and users who left are not shown when notices are read. A loop
-- of small statements: for one recipient, which is nearly always, it costs less than one statement for all.
-- tell_followers() enqueues its push messages itself.
create or replace function tell(
  recipients bigint[], about notice_kind, of_kind notice_object, of_id bigint, of_owner bigint,
  actor bigint, act bigint, told_at timestamptz, note text
) returns bigint[]
language plpgsql as $$
declare
  recipient bigint;
  is_unwanted boolean;
  has_browser boolean;
  written bigint;
  told bigint[];
  reachable bigint[];
begin
  foreach recipient in array recipients loop
    continue when recipient = actor;
    select exists (select from mutes where user_id = recipient and muted_id = actor)
        or about <> 'moderation'
          and exists (select from notice_channels where user_id = recipient and kind = about and not app),
      exists (select from push_subscriptions where user_id = recipient)
    into is_unwanted, has_browser;
    continue when is_unwanted;
    insert into notices as notice (user_id, kind, object_kind, object_id, owner_id, actor_count, detail, moved_at)
    values (recipient, about, of_kind, of_id, of_owner, (actor is not null)::integer, note, told_at)
    on conflict (user_id, kind, object_kind, object_id, detail) where seen_at is null do update
    set actor_count = notice.actor_count + case
        when actor is null then 0
        -- What makes nothing, such as a like, is done once.
        when act = 0 then 1
        when exists (select from notice_actors where actor_id = actor and notice_id = notice.id) then 0
        else 1
      end,
      moved_at = greatest(notice.moved_at, excluded.moved_at)
    returning notice.id into written;
    if actor is not null then
      insert into notice_actors (actor_id, notice_id, act_id, created_at) values (actor, written, act, told_at);
    end if;
    told := told || recipient;
    if has_browser then
      reachable := reachable || recipient;
    end if;
  end loop;
  if about <> 'card_in_followed' and reachable is not null then
    perform enqueue_pushes(reachable, about, of_kind, of_id);
  end if;
  return told;
end
$$;

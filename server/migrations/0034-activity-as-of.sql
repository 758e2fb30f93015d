-- Activity keeps what ended in the same table, so that one condition says what a walk through a feed saw when it began.

lock table cards, chains, subjects, card_likes, chain_likes, subject_likes, comments, card_topics in share row exclusive mode;

drop trigger cards_tell_made on cards;
drop trigger chains_tell_made on chains;
drop trigger subjects_tell_made on subjects;
drop trigger cards_forget on cards;
drop trigger chains_forget on chains;
drop trigger subjects_forget on subjects;
drop trigger card_likes_tell on card_likes;
drop trigger chain_likes_tell on chain_likes;
drop trigger subject_likes_tell on subject_likes;
drop trigger card_likes_end on card_likes;
drop trigger chain_likes_end on chain_likes;
drop trigger subject_likes_end on subject_likes;
drop trigger comments_tell on comments;
drop trigger comments_end on comments;
drop trigger card_topics_tell on card_topics;
drop trigger card_topics_end on card_topics;
drop trigger cards_move_great on cards;

drop function tell_card_made();
drop function tell_chain_made();
drop function tell_subject_made();
drop function forget_card();
drop function forget_chain();
drop function forget_subject();
drop function tell_card_liked();
drop function tell_chain_liked();
drop function tell_subject_liked();
drop function end_card_like();
drop function end_chain_like();
drop function end_subject_like();
drop function tell_comment();
drop function end_comment();
drop function tell_card_topic();
drop function end_card_topic();
drop function move_great_card();
drop function end_activity(bigint, activity_act, activity_kind, bigint);
drop function rebuild_activity();
drop table activity_ended;
drop table activity;

-- Written by triggers only. A row never moves: it ends, and another begins.
create table activity (
  -- A user by id, or a topic by its negative id.
  stream bigint not null,
  act activity_act not null,
  kind activity_kind not null,
  thing_id bigint not null,
  owner_id bigint not null,
  -- A great card of a topic comes before others of the same moment.
  great boolean not null default false,
  created_at timestamptz not null,
  -- The transactions that wrote and ended it. An hourly job deletes rows that ended a day ago.
  begun_xid xid8 not null default pg_current_xact_id(),
  ended_xid xid8,
  ended_at timestamptz,
  constraint activity_ends_once check ((ended_xid is null) = (ended_at is null))
);

-- True if the transaction was committed as of the snapshot. An id that is still to come was restored from another server.
create function was_committed(xid xid8, as_of pg_snapshot) returns boolean
language sql stable parallel safe
return pg_visible_in_snapshot(xid, as_of) or xid >= pg_snapshot_xmax(pg_current_snapshot());

-- True if an activity row was current as of the snapshot.
create function was_current(begun_xid xid8, ended_xid xid8, as_of pg_snapshot) returns boolean
language sql stable parallel safe
return was_committed(begun_xid, as_of) and (ended_xid is null or not was_committed(ended_xid, as_of));

-- Makes all rows again from the tables they follow, for databases that were filled without triggers.
create function rebuild_activity() returns void
language sql as $$
  delete from activity;
  insert into activity (stream, act, kind, thing_id, owner_id, great, created_at, begun_xid)
  select *, '0'::xid8 from (
    select owner_id as stream, 'create'::activity_act, 'card'::activity_kind, id, owner_id, false, created_at from cards
    union all
    select owner_id, 'create', 'chain', id, owner_id, false, created_at from chains
    union all
    select owner_id, 'create', 'subject', id, owner_id, false, created_at from subjects
    union all
    select user_id, 'like', 'card', cards.id, owner_id, false, card_likes.created_at
    from card_likes join cards on cards.id = card_id
    union all
    select user_id, 'like', 'chain', chains.id, owner_id, false, chain_likes.created_at
    from chain_likes join chains on chains.id = chain_id
    union all
    select user_id, 'like', 'subject', subjects.id, owner_id, false, subject_likes.created_at
    from subject_likes join subjects on subjects.id = subject_id
    union all
    select comments.owner_id, 'comment', 'card', cards.id, cards.owner_id, false, max(comments.created_at)
    from comments join cards on cards.id = card_id
    group by comments.owner_id, cards.id
    union all
    select -topic_id, 'create', 'card', cards.id, owner_id, great, topic_place(great, great_at, created_at)
    from card_topics join cards on cards.id = card_id
  ) as found (stream, act, kind, thing_id, owner_id, great, created_at)
$$;

select rebuild_activity();

create unique index activity_once on activity (stream, act, kind, thing_id) where ended_xid is null;
create index activity_of_stream on activity (stream, created_at, great, kind, thing_id)
  include (act, owner_id, begun_xid, ended_xid);
create index activity_by_age on activity (created_at, great, kind, thing_id)
  include (stream, act, owner_id, begun_xid, ended_xid);
create index activity_of_thing on activity (kind, thing_id, created_at, great) include (stream, begun_xid, ended_xid);
create index activity_ended on activity (ended_at) where ended_at is not null;

create function end_activity(of_stream bigint, of_act activity_act, of_kind activity_kind, of_thing bigint) returns void
language plpgsql as $$
begin
  update activity
  set ended_xid = pg_current_xact_id(), ended_at = now()
  where stream = of_stream and act = of_act and kind = of_kind and thing_id = of_thing and ended_xid is null;
end
$$;

-- The kind is the argument of the trigger.
create function record_creation() returns trigger
language plpgsql as $$
begin
  insert into activity (stream, act, kind, thing_id, owner_id, created_at)
  values (new.owner_id, 'create', tg_argv[0]::activity_kind, new.id, new.owner_id, new.created_at);
  return null;
end
$$;

-- Runs before likes and comments are deleted by their foreign keys, so that they find no row to end.
create function delete_activity() returns trigger
language plpgsql as $$
begin
  delete from activity where kind = tg_argv[0]::activity_kind and thing_id = old.id;
  return old;
end
$$;

create function record_card_like() returns trigger
language plpgsql as $$
begin
  insert into activity (stream, act, kind, thing_id, owner_id, created_at)
  select new.user_id, 'like', 'card', id, owner_id, new.created_at from cards where id = new.card_id;
  return null;
end
$$;

create function record_chain_like() returns trigger
language plpgsql as $$
begin
  insert into activity (stream, act, kind, thing_id, owner_id, created_at)
  select new.user_id, 'like', 'chain', id, owner_id, new.created_at from chains where id = new.chain_id;
  return null;
end
$$;

create function record_subject_like() returns trigger
language plpgsql as $$
begin
  insert into activity (stream, act, kind, thing_id, owner_id, created_at)
  select new.user_id, 'like', 'subject', id, owner_id, new.created_at from subjects where id = new.subject_id;
  return null;
end
$$;

create function end_card_like() returns trigger
language plpgsql as $$
begin
  perform end_activity(old.user_id, 'like', 'card', old.card_id);
  return null;
end
$$;

create function end_chain_like() returns trigger
language plpgsql as $$
begin
  perform end_activity(old.user_id, 'like', 'chain', old.chain_id);
  return null;
end
$$;

create function end_subject_like() returns trigger
language plpgsql as $$
begin
  perform end_activity(old.user_id, 'like', 'subject', old.subject_id);
  return null;
end
$$;

-- All comments of a user on a card are one row, at the latest comment.
create function record_comment() returns trigger
language plpgsql as $$
declare
  latest timestamptz := new.created_at;
begin
  select greatest(created_at, latest) into latest
  from activity
  where stream = new.owner_id and act = 'comment' and kind = 'card' and thing_id = new.card_id and ended_xid is null;
  if found then
    perform end_activity(new.owner_id, 'comment', 'card', new.card_id);
  end if;
  insert into activity (stream, act, kind, thing_id, owner_id, created_at)
  select new.owner_id, 'comment', 'card', id, owner_id, coalesce(latest, new.created_at)
  from cards
  where id = new.card_id;
  return null;
end
$$;

create function end_comment() returns trigger
language plpgsql as $$
declare
  item activity;
  latest timestamptz;
begin
  select * into item
  from activity
  where stream = old.owner_id and act = 'comment' and kind = 'card' and thing_id = old.card_id and ended_xid is null;
  if not found then
    return null;
  end if;
  select max(created_at) into latest from comments where owner_id = old.owner_id and card_id = old.card_id;
  if latest is distinct from item.created_at then
    perform end_activity(old.owner_id, 'comment', 'card', old.card_id);
    if latest is not null then
      insert into activity (stream, act, kind, thing_id, owner_id, created_at)
      values (old.owner_id, 'comment', 'card', old.card_id, item.owner_id, latest);
    end if;
  end if;
  return null;
end
$$;

create function record_card_topic() returns trigger
language plpgsql as $$
begin
  insert into activity (stream, act, kind, thing_id, owner_id, great, created_at)
  select -new.topic_id, 'create', 'card', id, owner_id, great, topic_place(great, great_at, created_at)
  from cards
  where id = new.card_id;
  return null;
end
$$;

-- Nothing stays of a card that is being deleted.
create function end_card_topic() returns trigger
language plpgsql as $$
begin
  if exists (select from cards where id = old.card_id) then
    perform end_activity(-old.topic_id, 'create', 'card', old.card_id);
  else
    delete from activity
    where stream = -old.topic_id and act = 'create' and kind = 'card' and thing_id = old.card_id;
  end if;
  return null;
end
$$;

-- Waits for topics that are being written, which have read the former quality; 4726004 as in name_topics_of_card().
create function move_great_card() returns trigger
language plpgsql as $$
declare
  of_topic bigint;
begin
  perform pg_advisory_xact_lock_shared(4726004);
  for of_topic in select topic_id from card_topics where card_id = new.id order by topic_id loop
    perform end_activity(-of_topic, 'create', 'card', new.id);
    insert into activity (stream, act, kind, thing_id, owner_id, great, created_at)
    values (-of_topic, 'create', 'card', new.id, new.owner_id, new.great,
      topic_place(new.great, new.great_at, new.created_at));
  end loop;
  return null;
end
$$;

create trigger cards_record_creation after insert on cards for each row execute function record_creation('card');
create trigger chains_record_creation after insert on chains for each row execute function record_creation('chain');
create trigger subjects_record_creation after insert on subjects for each row execute function record_creation('subject');
create trigger cards_delete_activity before delete on cards for each row execute function delete_activity('card');
create trigger chains_delete_activity before delete on chains for each row execute function delete_activity('chain');
create trigger subjects_delete_activity before delete on subjects for each row execute function delete_activity('subject');
create trigger card_likes_record after insert on card_likes for each row execute function record_card_like();
create trigger chain_likes_record after insert on chain_likes for each row execute function record_chain_like();
create trigger subject_likes_record after insert on subject_likes for each row execute function record_subject_like();
create trigger card_likes_end after delete on card_likes for each row execute function end_card_like();
create trigger chain_likes_end after delete on chain_likes for each row execute function end_chain_like();
create trigger subject_likes_end after delete on subject_likes for each row execute function end_subject_like();
create trigger comments_record after insert on comments for each row execute function record_comment();
create trigger comments_end after delete on comments for each row execute function end_comment();
create trigger card_topics_record after insert on card_topics for each row execute function record_card_topic();
create trigger card_topics_end after delete on card_topics for each row execute function end_card_topic();
create trigger cards_move_great after update of great on cards
  for each row when (old.great is distinct from new.great) execute function move_great_card();

-- What people do, in the order they did it, for the feeds of those who follow them.

create type activity_act as enum ('create', 'like', 'comment');
-- In this order where two things happened at the same moment.
create type activity_kind as enum ('subject', 'chain', 'card');

-- When somebody first marked it great; its topics bring it back once.
alter table cards add column great_at timestamptz;
update cards set great_at = created_at where great;

-- A quality changes the score, whoever sets it.
create function rate_thing() returns trigger
language plpgsql as $$
begin
  if tg_table_name = 'cards' then
    if new.great and new.great_at is null then
      new.great_at := now();
    end if;
    new.score := trending_score(new.like_count, new.comment_count, new.great, new.created_at);
  else
    new.score := trending_score(new.like_count, 0, new.great, new.created_at);
  end if;
  return new;
end
$$;

create trigger cards_rate before update of great on cards
  for each row when (old.great is distinct from new.great) execute function rate_thing();
create trigger chains_rate before update of great on chains
  for each row when (old.great is distinct from new.great) execute function rate_thing();
create trigger subjects_rate before update of great on subjects
  for each row when (old.great is distinct from new.great) execute function rate_thing();

create function begin_great() returns trigger
language plpgsql as $$
begin
  new.great_at := coalesce(new.great_at, new.created_at);
  return new;
end
$$;

create trigger cards_begin_great before insert on cards
  for each row when (new.great) execute function begin_great();

-- Only triggers write here, so that no act can forget it. Nothing is updated in place: what moves ends and begins again.
create table activity (
  -- What one follows: a person by id, or a topic by its id made negative.
  stream bigint not null,
  act activity_act not null,
  kind activity_kind not null,
  thing_id bigint not null,
  owner_id bigint not null,
  -- A great card of a topic goes before others of the same moment.
  great boolean not null default false,
  created_at timestamptz not null,
  -- The transaction that wrote it, so that a walk through a feed can tell what there was when it began.
  begun bigint not null default pg_current_xact_id()::text::bigint
);

-- What was there until lately, for walks that began before; an hourly job forgets it.
create table activity_ended (
  like activity,
  ended bigint not null default pg_current_xact_id()::text::bigint,
  ended_at timestamptz not null default now()
);

create index activity_ended_since on activity_ended (ended);
create index activity_ended_of_thing on activity_ended (kind, thing_id);

-- Where a card stands in the stream of a topic.
create function topic_place(great boolean, great_at timestamptz, created_at timestamptz) returns timestamptz
language sql immutable parallel safe
return case when great then coalesce(great_at, created_at) else created_at end;

-- Everything anew from what it follows; for the first time here, and after rows were brought in past the triggers.
create function rebuild_activity() returns void
language sql as $$
  delete from activity_ended;
  delete from activity;
  insert into activity (stream, act, kind, thing_id, owner_id, great, created_at, begun)
  select *, 0 from (
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

create unique index activity_once on activity (stream, act, kind, thing_id);
create index activity_of_stream on activity (stream, created_at, great, kind, thing_id) include (act, owner_id, begun);
create index activity_by_age on activity (created_at, great, kind, thing_id) include (stream, act, owner_id, begun);
create index activity_of_thing on activity (kind, thing_id, created_at, great, stream, act) include (begun);

create function end_activity(of_stream bigint, of_act activity_act, of_kind activity_kind, of_thing bigint) returns void
language plpgsql as $$
begin
  with ended as (
    delete from activity
    where stream = of_stream and act = of_act and kind = of_kind and thing_id = of_thing
    returning *
  )
  insert into activity_ended select * from ended;
end
$$;

-- Things, and likes of them: one text for all kinds.
do $make$
declare
  made record;
begin
  for made in select * from (values ('card', 'cards'), ('chain', 'chains'), ('subject', 'subjects')) as kinds (kind, things)
  loop
    execute format($function$
      create function tell_%1$s_made() returns trigger
      language plpgsql as $body$
      begin
        insert into activity (stream, act, kind, thing_id, owner_id, created_at)
        values (new.owner_id, 'create', '%1$s', new.id, new.owner_id, new.created_at);
        return null;
      end
      $body$;

      -- Before its likes and comments go with it, so that they find nothing left to end.
      create function forget_%1$s() returns trigger
      language plpgsql as $body$
      begin
        delete from activity where kind = '%1$s' and thing_id = old.id;
        delete from activity_ended where kind = '%1$s' and thing_id = old.id;
        return old;
      end
      $body$;

      create function tell_%1$s_liked() returns trigger
      language plpgsql as $body$
      begin
        insert into activity (stream, act, kind, thing_id, owner_id, created_at)
        values (new.user_id, 'like', '%1$s', new.%1$s_id, (select owner_id from %2$s where id = new.%1$s_id), new.created_at);
        return null;
      end
      $body$;

      create function end_%1$s_like() returns trigger
      language plpgsql as $body$
      begin
        perform end_activity(old.user_id, 'like', '%1$s', old.%1$s_id);
        return null;
      end
      $body$;

      create trigger %2$s_tell_made after insert on %2$s for each row execute function tell_%1$s_made();
      create trigger %2$s_forget before delete on %2$s for each row execute function forget_%1$s();
      create trigger %1$s_likes_tell after insert on %1$s_likes for each row execute function tell_%1$s_liked();
      create trigger %1$s_likes_end after delete on %1$s_likes for each row execute function end_%1$s_like();
    $function$, made.kind, made.things);
  end loop;
end
$make$;

-- However often somebody comments on a card, it is one item at their latest comment.
create function tell_comment() returns trigger
language plpgsql as $$
declare
  latest timestamptz := new.created_at;
begin
  select greatest(created_at, latest) into latest
  from activity
  where stream = new.owner_id and act = 'comment' and kind = 'card' and thing_id = new.card_id;
  if found then
    perform end_activity(new.owner_id, 'comment', 'card', new.card_id);
  end if;
  insert into activity (stream, act, kind, thing_id, owner_id, created_at)
  values (new.owner_id, 'comment', 'card', new.card_id, (select owner_id from cards where id = new.card_id),
    coalesce(latest, new.created_at));
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
  where stream = old.owner_id and act = 'comment' and kind = 'card' and thing_id = old.card_id;
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

create trigger comments_tell after insert on comments for each row execute function tell_comment();
create trigger comments_end after delete on comments for each row execute function end_comment();

create function tell_card_topic() returns trigger
language plpgsql as $$
begin
  insert into activity (stream, act, kind, thing_id, owner_id, great, created_at)
  select -new.topic_id, 'create', 'card', id, owner_id, great, topic_place(great, great_at, created_at)
  from cards
  where id = new.card_id;
  return null;
end
$$;

-- A card that is being deleted leaves nothing behind that could be shown.
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

-- Not while a topic is written, which would read the quality from before and be overlooked here; 4726004 as in name_topics_of_card().
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

create trigger card_topics_tell after insert on card_topics for each row execute function tell_card_topic();
create trigger card_topics_end after delete on card_topics for each row execute function end_card_topic();
create trigger cards_move_great after update of great on cards
  for each row when (old.great is distinct from new.great) execute function move_great_card();

-- Waits for topics that are being written, because they have read the old mark; the lock is explained in
-- name_topics_of_card().
create or replace function move_great_card() returns trigger
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

create or replace trigger cards_move_great after update of great on cards
  for each row when (old.great is distinct from new.great) execute function move_great_card();

create or replace function record_card_topic() returns trigger
language plpgsql as $$
begin
  insert into activity (stream, act, kind, thing_id, owner_id, great, created_at)
  select -new.topic_id, 'create', 'card', id, owner_id, great, topic_place(great, great_at, created_at)
  from cards
  where id = new.card_id and visibility = 'public';
  return null;
end
$$;

create or replace trigger card_topics_record after insert on card_topics for each row execute function record_card_topic();

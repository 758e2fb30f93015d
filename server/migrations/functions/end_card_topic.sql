-- A deleted card leaves no rows; a removed topic ends the row.
create or replace function end_card_topic() returns trigger
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

create or replace trigger card_topics_end after delete on card_topics for each row execute function end_card_topic();

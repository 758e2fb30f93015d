-- Finds the cards of a topic; the lock is explained in name_topics_of_card().
create or replace function find_cards_of_topic() returns trigger
language plpgsql as $$
declare
  spelling record;
begin
  perform pg_advisory_xact_lock(4726004);
  if tg_op = 'DELETE' then
    delete from card_topics where topic_id = old.id;
    return null;
  end if;
  delete from topic_spellings where topic_id = new.id;
  delete from card_topics where topic_id = new.id;
  for spelling in select lead, asked from spellings_of(new.name) loop
    insert into topic_spellings (topic_id, lead, asked) values (new.id, spelling.lead, spelling.asked);
    insert into card_topics (topic_id, card_id)
    select new.id, card_id from card_words where words @@ spelling.asked
    on conflict do nothing;
  end loop;
  return null;
end
$$;

create or replace trigger topics_find_cards after insert or delete on topics
  for each row execute function find_cards_of_topic();
create or replace trigger topics_find_other_cards after update of name on topics
  for each row when (old.name is distinct from new.name) execute function find_cards_of_topic();

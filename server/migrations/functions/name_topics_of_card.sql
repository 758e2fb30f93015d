-- Finds the topics of a public card; other cards have none. Many cards may be written at the same time, but none while
-- a topic is written: each would miss what the other has not committed. 4726004 is the advisory lock of this pair of
-- triggers.
create or replace function name_topics_of_card() returns trigger
language plpgsql as $$
declare
  said tsvector;
begin
  perform pg_advisory_xact_lock_shared(4726004);
  if tg_op = 'DELETE' then
    delete from card_topics where card_id = old.id;
    delete from card_words where card_id = old.id;
    return null;
  end if;
  if new.visibility <> 'public' then
    delete from card_topics where card_id = new.id;
    delete from card_words where card_id = new.id;
    return null;
  end if;
  said := words_of_card(new.title, new.tags, new.text);
  insert into card_words (card_id, words) values (new.id, said)
  on conflict (card_id) do update set words = excluded.words;
  delete from card_topics
  where card_id = new.id
    and not exists (select from topic_spellings as spelling where spelling.topic_id = card_topics.topic_id and said @@ spelling.asked);
  insert into card_topics (topic_id, card_id)
  select distinct spelling.topic_id, new.id
  from unnest(said) as word join topic_spellings as spelling on spelling.lead = word.lexeme
  where said @@ spelling.asked
  on conflict do nothing;
  return null;
end
$$;

create or replace trigger cards_name_topics after insert or delete on cards
  for each row execute function name_topics_of_card();
create or replace trigger cards_name_other_topics after update of title, tags, text, visibility on cards
  for each row
  when (old.title is distinct from new.title or old.tags is distinct from new.tags or old.text is distinct from new.text
    or old.visibility <> new.visibility)
  execute function name_topics_of_card();

-- Stems are kept as in the keys: =theori. In a fixed order, so that two transactions that add the same words do not
-- deadlock.
create or replace function add_search_words() returns trigger
language plpgsql as $$
begin
  insert into search_words (word)
  select word
  from (select distinct key from unnest(tsvector_to_array(new.keys)) as key where key !~ '^[\^#]') as used (word)
  where not exists (select from search_words as known where known.word = used.word)
  order by word collate "C"
  on conflict do nothing;
  return null;
end
$$;

create or replace trigger search_documents_add_words after insert or update on search_documents
  for each row execute function add_search_words();

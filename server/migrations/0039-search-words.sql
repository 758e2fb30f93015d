-- Tags are found as one word, and words by their stem also where it is not their beginning. Texts, names and queries are
-- split into words by the same function, plain_words().
-- needs: search_keys searchable add_search_words search_query name_keys ask_name slips_of

drop function if exists search_words_in, name_words, slips;

update users set first_name = first_name where search_keys <> name_keys(first_name || ' ' || last_name);

update search_documents as document set keys = thing.keys
from searchable as thing
where (document.kind, document.id) = (thing.kind, thing.id) and document.keys <> thing.keys;

insert into search_words (word)
select distinct ltrim(word, '@') from ts_stat('select keys from search_documents') where word !~ '^[\^#]'
on conflict do nothing;

-- Full-text search over cards, chains and subjects. See decision 25.
-- needs: slips_of search_bucket_keys

-- The search keys of each thing. A table of its own: every like updates the row of a card, and would write all its keys
-- into the index again.
create table search_documents (
  -- As in the view `searchable`.
  kind integer not null,
  id bigint not null,
  keys tsvector not null,
  primary key (kind, id)
);

-- Without the pending list of GIN, which every search would have to read.
create index search_documents_by_key on search_documents using gin (search_bucket_keys(kind, id, keys)) with (fastupdate = off);
-- No plan uses statistics about keys, and sampling them is slow.
alter table search_documents alter column keys set statistics 0;
alter index search_documents_by_key alter column 1 set statistics 0;

-- Every word in use, to correct typing errors. In byte order, so that the words with a prefix are a range.
create table search_words (
  word text collate "C" primary key,
  slips text[] not null generated always as (slips_of(word)) stored
);

create index search_words_by_slip on search_words using gin (slips) with (fastupdate = off);

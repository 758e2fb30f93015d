-- Finding people by name, hiding those who leave, and pictures nobody shows any more.

-- Names come as they were typed; composed and decomposed letters must look the same before accents go.
create or replace function plain_text(value text) returns text
language sql immutable parallel safe strict
return lower(public.unaccent('public.unaccent'::regdictionary, normalize(value, nfkc)));

create function name_words(value text) returns text[]
language sql immutable parallel safe strict
return (
  select array_agg(distinct word)
  from regexp_split_to_table(plain_text(value), '[[:space:][:punct:]~''\\]+') as word
  where word <> ''
);

-- A word with one letter left out, in every way there is. Two words that share such a form, or are one, differ by one slip:
-- a letter more, less or other, or two of them swapped. Trigrams miss these in short names, and see no letters at all
-- outside ASCII where the database runs in the C locale.
create function slips(word text) returns setof text
language sql immutable parallel safe strict rows 8
begin atomic
  select '~' || word
  union
  select '~' || overlay(word placing '' from place for 1)
  from generate_series(1, least(length(word), 20)) as place
  where length(word) > 3;
end;

-- Whole words for prefixes, and their slips. Words hold no tilde, so the two never meet, and no quote that ask_name would trip over.
create function name_keys(value text) returns tsvector
language sql immutable parallel safe strict
return (
  select coalesce(array_to_tsvector(array_agg(key)), ''::tsvector)
  from (
    select word as key from unnest(name_words(value)) as word
    union
    select slip from unnest(name_words(value)) as word, slips(word) as slip
  ) as keys
);

-- What is typed, as a question to name_keys: every word must be in the name. Null when nothing was typed but punctuation.
create function ask_name(typed text, how text) returns tsquery
language sql immutable parallel safe strict
return (
  select string_agg(
    case how
      when 'whole' then quote_literal(word)
      when 'begins' then quote_literal(word) || ':*'
      else '(' || quote_literal(word) || ':*'
        || case when length(word) > 2
             then (select string_agg(' | ' || quote_literal(slip), '') from slips(word) as slip) else '' end
        || ')'
    end, ' & ')::tsquery
  from (select word from unnest(name_words(typed)) as word limit 8) as words
);

alter table users drop column search_name;
alter table users
  add column search_name text generated always as (plain_text(first_name || ' ' || last_name)) stored,
  add column search_keys tsvector generated always as (name_keys(first_name || ' ' || last_name)) stored;

create index users_by_name on users using gin (search_name gin_trgm_ops);
create index users_by_name_keys on users using gin (search_keys);

-- Somebody who leaves, or comes back, changes what visitors see. Signing in sets the column too, nearly always to what it was.
create trigger users_tell_leaving
  after update of leaving_at on users
  for each row when (old.leaving_at is distinct from new.leaving_at) execute function tell_public_change();

-- Asking needs no reason.
alter table creator_requests alter column message drop not null;

-- When the picture was last uploaded: one that is just being given to something new must not be removed as unused.
alter table photos add column uploaded_at timestamptz not null default now();

-- needs: plain_text

create or replace function name_words(value text) returns text[]
language sql immutable parallel safe strict
return (
  select array_agg(distinct word)
  from regexp_split_to_table(plain_text(value), '[[:space:][:punct:]~''\\]+') as word
  where word <> ''
);

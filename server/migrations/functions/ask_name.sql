-- needs: plain_words slips_of

-- What is typed, as a query to name_keys(): all words must be in the name. Null if only punctuation was typed.
create or replace function ask_name(typed text, how text) returns tsquery
language sql immutable parallel safe strict
return (
  select string_agg(
    case how
      when 'whole' then quote_literal(word)
      when 'begins' then quote_literal(word) || ':*'
      else '(' || quote_literal(word) || ':*'
        || case when length(word) > 2
             then (select string_agg(' | ' || quote_literal(slip), '') from unnest(slips_of(word)) as slip) else '' end
        || ')'
    end, ' & ')::tsquery
  from (select word from unnest(plain_words(typed)) as word limit 8) as words
);

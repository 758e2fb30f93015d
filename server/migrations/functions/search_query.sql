-- needs: plain_words tag_word

-- What is typed, as queries to the keys. `parts` must all match: each word as a prefix or by its stem, a short one whole or
-- as a prefix in the title. A word that is not in use stands for the words in use that differ from it by one typing error,
-- and is ignored if there are none. Stop words are ignored beside other words. `titles` matches if all words are in the
-- title, `whole` if no word is only a prefix.
create or replace function search_query(typed text, out parts tsquery[], out titles tsquery, out whole tsquery)
language plpgsql stable parallel safe set plan_cache_mode = force_generic_plan as $$
begin
  with words as (
    select row_number() over () as n, word, is_tag, stem = '{}' and not is_tag as is_stop,
      is_tag or stem = '{}' or exists (select from search_words as known where known.word between found.word and found.word || U&'\+10FFFF')
        or exists (select from search_words as known where known.word in (stem[1], '=' || stem[1])) as is_known
    from regexp_split_to_table(left(typed, 200), '[\s,\u3000]+') with ordinality as tokens (token, place)
      cross join lateral (select token ^@ '#') as tagged (is_tag)
      cross join lateral unnest(case when is_tag then array[tag_word(token)] else plain_words(token) end) as part
      cross join lateral (select left(part, 60)) as found (word)
      cross join lateral ts_lexize('pg_catalog.english_stem', word) as stem
    where word <> ''
    order by place
    limit 8
  ),
  spellings as (
    select n, is_tag, is_stop, spelling, coalesce(stem[1], spelling) as stem
    from words cross join lateral (
      select word where is_known
      union all
      (select known.word from search_words as known where not is_known and known.slips && slips_of(words.word)
        order by abs(length(known.word) - length(words.word)), known.word limit 6)
    ) as spelled (spelling) cross join lateral ts_lexize('pg_catalog.english_stem', spelling) as stem
  ),
  queries as (
    select string_agg(case
        when is_tag then format('%L:*', '#' || spelling)
        when length(spelling) < 3 then format('%L | %L:*', spelling, '^' || spelling)
        else format('%L:* | %L | %L', spelling, stem, '=' || stem)
      end, ' | ') as part,
      string_agg(case when is_tag then format('%L:*', '#' || spelling) else format('%L:* | %L', '^' || spelling, '^' || stem) end, ' | ') as title,
      string_agg(format('%L', case when is_tag then '#' else '' end || spelling), ' | ') as exact
    from spellings
    where not is_stop or (select bool_and(is_stop) from words)
    group by n
  )
  select array_agg(part::tsquery), string_agg(format('(%s)', title), ' & ')::tsquery, string_agg(format('(%s)', exact), ' & ')::tsquery
  into parts, titles, whole
  from queries;
end
$$;

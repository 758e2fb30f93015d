-- needs: plain_words tag_word

-- What is typed, as queries to the keys. `parts` must all match: each word as it is, as a prefix or by its stem, or, if
-- no such word is in use, the words that differ by one typing error. Unknown words are ignored as long as another word
-- remains, and so are stop words. `titles` matches if all words are in the title, `whole` if no word is only a prefix.
create or replace function search_query(typed text, out parts tsquery[], out titles tsquery, out whole tsquery)
language plpgsql stable parallel safe set plan_cache_mode = force_generic_plan as $$
begin
  with words as (
    select word, is_tag, stem[1] as stem, stem = '{}' and not is_tag as is_stop,
      exists (select from search_words as known where known.word between found.word and found.word || U&'\+10FFFF')
        or exists (select from search_words as known where known.word in (stem[1], '=' || stem[1])) as is_known
    from regexp_split_to_table(left(typed, 200), '[\s,\u3000]+') with ordinality as tokens (token, n)
      cross join lateral (select token ^@ '#') as tagged (is_tag)
      cross join lateral unnest(case when is_tag then array[tag_word(token)] else plain_words(token) end) as part
      cross join lateral (select left(part, 60)) as found (word)
      cross join lateral ts_lexize('pg_catalog.english_stem', word) as stem
    where word <> ''
    order by n
    limit 8
  ),
  queries (part, title, exact) as (
    select format('%L:*', '#' || word), format('%L:*', '#' || word), format('%L', '#' || word) from words where is_tag
    union all
    select
      case when length(word) < 3 then format('%L | %L:*', word, '^' || word)
        else format('%L:* | %L | %L | %L:*', word, '=' || stem, stem, '@' || word) end,
      format('%L:* | %L', '^' || word, '^' || stem),
      format('%L | %L', word, '@' || word)
    from words
    where is_known and not is_tag and not is_stop
    union all
    select string_agg(format('%L | %L', spelling, '@' || spelling), ' | '), string_agg(format('%L', '^' || spelling), ' | '),
      string_agg(format('%L | %L', spelling, '@' || spelling), ' | ')
    from words cross join lateral (
      select known.word as spelling from search_words as known
      where known.slips && slips_of(words.word)
      order by abs(length(known.word) - length(words.word)), known.word
      limit 6
    ) as corrected
    where not is_known and not is_tag and not is_stop
    group by word
    union all
    (select format('%L', word), format('%L', '^' || word), format('%L', word) from words where (select bool_and(is_stop) from words) limit 1)
  )
  select array_agg(part::tsquery), string_agg(format('(%s)', title), ' & ')::tsquery, string_agg(format('(%s)', exact), ' & ')::tsquery
  into parts, titles, whole
  from queries;
end
$$;

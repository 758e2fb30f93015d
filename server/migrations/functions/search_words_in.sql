-- needs: plain_text

-- Case, accents and zero-width characters do not count. [:punct:] covers only ASCII in the C locale, so the ranges of
-- other punctuation are listed: Latin-1, danda, general punctuation, arrows and shapes, CJK.
create or replace function search_words_in(value text) returns setof text
language sql immutable parallel safe strict rows 60
begin atomic
  select distinct left(word, 60)
  from regexp_split_to_table(
    -- ASCII needs only lower(), which is much faster.
    case when octet_length(value) = length(value) then lower(value)
      else translate(public.plain_text(value), U&'\200B\200C\200D\2060\FEFF\00AD', '') end,
    '[[:space:][:punct:]\u0080-\u00A9\u00AB-\u00B1\u00B4\u00B6-\u00B8\u00BB\u00BF\u00D7\u00F7\u0964\u0965\u2000-\u206F\u2190-\u2BFF\u3000-\u3003\u3008-\u301F\uFF01-\uFF0F]+'
  ) as word
  where word <> '';
end;

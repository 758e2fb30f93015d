-- needs: plain_text

-- The words of a text in their order, without case and accents. The characters between words are listed, because
-- classes like \w depend on the locale and leave out the vowel signs of Devanagari. Joiners and soft hyphens are inside
-- words. Most texts are normalized already, and normalizing is the slowest part of plain_text().
create or replace function plain_words(value text) returns text[]
language sql immutable parallel safe strict
return (
  select array_remove(regexp_split_to_array(
    -- Keeps C, C++ and C# different words.
    regexp_replace(regexp_replace(plain,
      '(?<![a-z0-9])([a-z])\+\+', '\1plusplus', 'g'),
      '(?<![a-z0-9])([a-z])#(?![a-z0-9])', '\1sharp', 'g'),
    '[\u0002-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u00D7\u00F7\u037E\u0387\u0589\u05BE\u05C0\u05C3\u060C\u061B\u061F\u06D4\u0964\u0965\u0970\u1680\u2000-\u2BFF\u2E00-\u2E7F\u3000-\u3004\u3008-\u3020\u3030\u30FB\uFE00-\uFE6F\uFFF0-\uFFFD\U0001F000-\U0001FAFF]+'
  ), '')
  from (
    select case
      when octet_length(value) = length(value) then lower(value)
      else regexp_replace(
        case
          when value is nfkc normalized then lower(public.unaccent('public.unaccent'::regdictionary, value))
          else plain_text(value)
        end,
        '[\u00AD\u200C\u200D\u2060\uFEFF]', '', 'g')
    end as plain
  ) as folded
);

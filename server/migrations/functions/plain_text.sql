-- Lower case, without accents. Used by users.search_name and an index of topics: a change needs a migration that
-- rewrites both. unaccent() is immutable only if its dictionary is named; normalize makes composed and decomposed
-- characters equal.
create or replace function plain_text(value text) returns text
language sql immutable parallel safe strict
return lower(public.unaccent('public.unaccent'::regdictionary, normalize(value, nfkc)));

-- needs: slips

-- Used by search_words.slips.
create or replace function slips_of(word text) returns text[]
language sql immutable parallel safe strict
return array(select slips(word));

-- True if everybody who can open a collection sees this item of it: a card in a chain, a chain in a subject. A public
-- collection shows public items; another one also the unlisted items of its owner. `not in`, because PostgreSQL takes
-- `= 'public'` for rare as long as it has no statistics.
create or replace function is_shown_in(
  collection_visibility text, collection_owner bigint, item_visibility text, item_owner bigint
) returns boolean
language sql immutable parallel safe
return item_visibility not in ('draft', 'unlisted', 'hidden')
  or item_visibility = 'unlisted' and collection_visibility <> 'public' and item_owner = collection_owner;

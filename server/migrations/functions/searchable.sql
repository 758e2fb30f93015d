-- needs: search_keys

-- What search knows about cards, chains and subjects. Among things of equal rank the higher kind comes first. A comment
-- counts as two likes. Public things have a document. The parts have no condition of their own: PostgreSQL would then
-- read all rows of a table for a few matches. A card is also found by the words in its picture.
create or replace view searchable as
select kind, thing.id, owner_id,
  case when great then 2 else 0 end + case when reactions >= 99 then 2 when reactions >= 9 then 1 else 0 end as quality,
  search_keys(title, thing.tags, body, first_name || ' ' || last_name) as keys,
  visibility = 'public' as is_public
from (
  select 3 as kind, id, owner_id, title, tags,
    concat_ws(' ', (select words from scenes where scenes.id = scene_id), text) as body,
    great, like_count + 2 * comment_count as reactions, visibility
  from cards
  union all
  select 2, id, owner_id, title, null, description, great, like_count, visibility from chains
  union all
  select 1, id, owner_id, title, null, description, great, like_count, visibility from subjects
) as thing left join users on users.id = owner_id;

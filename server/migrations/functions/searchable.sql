-- needs: search_keys

-- What is searched, which is public, and what search knows about it. Among things of equal rank the higher kind comes
-- first. A comment counts as two likes. `not in` as in shown_chain_cards.
create or replace view searchable as
select kind, thing.id, owner_id,
  case when great then 2 else 0 end + case when liveliness >= 99 then 2 when liveliness >= 9 then 1 else 0 end as quality,
  search_keys(title, thing.tags, body, first_name || ' ' || last_name) as keys
from (
  select 3 as kind, id, owner_id, title, tags, text as body, great, like_count + 2 * comment_count as liveliness
  from cards where visibility not in ('draft', 'unlisted')
  union all
  select 2, id, owner_id, title, null, description, great, like_count from chains where visibility not in ('draft', 'unlisted')
  union all
  select 1, id, owner_id, title, null, description, great, like_count from subjects where visibility not in ('draft', 'unlisted')
) as thing left join users on users.id = owner_id;

-- The public cards of chains. A chain without any is not listed. A subquery and not a join, so that PostgreSQL looks the
-- cards up one by one whatever it knows about them.
create or replace view shown_chain_cards as
select chain_id, card_id
from chain_cards
where (
  select visibility = 'public' and owner.leaving_at is null
  from cards join users as owner on owner.id = cards.owner_id
  where cards.id = card_id
);

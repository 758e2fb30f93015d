-- The public cards of chains. A chain without any is not listed.
-- `not in` instead of `= 'public'`: without statistics PostgreSQL takes equal values for rare, and reads whole tables.
create or replace view shown_chain_cards as
select chain_cards.chain_id, chain_cards.card_id
from chain_cards
join cards on cards.id = chain_cards.card_id
join users as owner on owner.id = cards.owner_id
where cards.visibility not in ('draft', 'unlisted') and owner.leaving_at is null;

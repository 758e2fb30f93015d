-- needs: shown_chain_cards

-- The public cards in the public chains of subjects. A subject without any is not listed. `not in` as in
-- shown_chain_cards.
create or replace view shown_subject_cards as
select subject_chains.subject_id, shown_chain_cards.chain_id, shown_chain_cards.card_id
from subject_chains
join chains on chains.id = subject_chains.chain_id
join users as owner on owner.id = chains.owner_id
join shown_chain_cards on shown_chain_cards.chain_id = chains.id
where chains.visibility not in ('draft', 'unlisted') and owner.leaving_at is null;

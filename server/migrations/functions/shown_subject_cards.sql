-- needs: shown_chain_cards

-- The public cards in the public chains of subjects. A subject without any is not listed.
create or replace view shown_subject_cards as
select subject_id, chain_id, card_id
from subject_chains join shown_chain_cards using (chain_id)
where (
  select visibility = 'public' and owner.leaving_at is null
  from chains join users as owner on owner.id = chains.owner_id
  where chains.id = chain_id
);

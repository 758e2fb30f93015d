-- Counts the cards that a chain shows. A public chain is announced with its first one. Chains are locked in the order
-- of their ids, and before subjects, as everywhere.
create or replace function count_shown_cards(chain_ids bigint[]) returns void
language plpgsql as $$
begin
  perform from chains where id = any (chain_ids) order by id for no key update;
  update chains set shown_count = counted.cards
  from (
    select chain.id, count(card.id) as cards
    from chains as chain
    left join chain_cards as link on link.chain_id = chain.id
    left join cards as card on card.id = link.card_id
      and is_shown_in(chain.visibility, chain.owner_id, card.visibility, card.owner_id)
    where chain.id = any (chain_ids)
    group by chain.id
  ) as counted
  where chains.id = counted.id and chains.shown_count <> counted.cards;
  update chains
  set announced_at = now(), created_at = now()
  where id = any (chain_ids) and visibility = 'public' and announced_at is null and shown_count > 0;
  perform announce_subjects(array(select distinct subject_id from subject_chains where chain_id = any (chain_ids)));
end
$$;

-- needs: is_shown_in announce_subjects

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
  set announced_at = now(), created_at = now(), score = trending_score(like_count, 0, great, now())
  where id = any (chain_ids) and visibility = 'public' and announced_at is null and shown_count > 0;
  perform announce_subjects(array(select distinct subject_id from subject_chains where chain_id = any (chain_ids)));
end
$$;

create or replace function count_cards_of_links() returns trigger
language plpgsql as $$
begin
  perform count_shown_cards(array(select distinct chain_id from changed));
  return null;
end
$$;

create or replace function count_cards_of_visibility() returns trigger
language plpgsql as $$
begin
  perform count_shown_cards(
    case tg_table_name when 'chains' then array[new.id] else array(select chain_id from chain_cards where card_id = new.id) end
  );
  return null;
end
$$;

create or replace trigger chain_cards_count_added after insert on chain_cards
  referencing new table as changed for each statement execute function count_cards_of_links();
create or replace trigger chain_cards_count_removed after delete on chain_cards
  referencing old table as changed for each statement execute function count_cards_of_links();
create or replace trigger cards_count_in_chains after update of visibility on cards
  for each row when (old.visibility <> new.visibility) execute function count_cards_of_visibility();
create or replace trigger chains_count_cards after update of visibility on chains
  for each row when (old.visibility <> new.visibility) execute function count_cards_of_visibility();

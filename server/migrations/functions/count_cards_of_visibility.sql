-- For cards, in all chains they are in; for chains, in the chain.
create or replace function count_cards_of_visibility() returns trigger
language plpgsql as $$
begin
  perform count_shown_cards(
    case tg_table_name when 'chains' then array[new.id] else array(select chain_id from chain_cards where card_id = new.id) end
  );
  return null;
end
$$;

create or replace trigger cards_count_in_chains after update of visibility on cards
  for each row when (old.visibility <> new.visibility) execute function count_cards_of_visibility();
create or replace trigger chains_count_cards after update of visibility on chains
  for each row when (old.visibility <> new.visibility) execute function count_cards_of_visibility();

create or replace function count_cards_of_links() returns trigger
language plpgsql as $$
begin
  perform count_shown_cards(array(select distinct chain_id from changed));
  return null;
end
$$;

create or replace trigger chain_cards_count_added after insert on chain_cards
  referencing new table as changed for each statement execute function count_cards_of_links();
create or replace trigger chain_cards_count_removed after delete on chain_cards
  referencing old table as changed for each statement execute function count_cards_of_links();

-- needs: take_back_news

create or replace function take_back_new_card() returns trigger
language plpgsql as $$
declare
  subject bigint;
begin
  perform take_back_news('chain', old.chain_id, old.card_id);
  for subject in select subject_id from subject_chains where chain_id = old.chain_id loop
    perform take_back_news('subject', subject, old.card_id);
  end loop;
  return null;
end
$$;

create or replace trigger chain_cards_take_back after delete on chain_cards
  for each row execute function take_back_new_card();

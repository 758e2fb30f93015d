-- needs: take_back_news

create or replace function take_back_new_chain() returns trigger
language plpgsql as $$
begin
  perform take_back_news('subject', old.subject_id, -old.chain_id);
  return null;
end
$$;

create or replace trigger subject_chains_take_back after delete on subject_chains
  for each row execute function take_back_new_chain();

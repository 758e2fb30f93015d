-- needs: tell take_back

-- The notice of a suggestion exists as long as the owner of the card has not decided it. Its author gets a
-- notice of the decision, unless the card is a draft or hidden by then. An admin who decides is not named.
-- `act` is the negative id: a remix of the same card has its positive one.
create or replace function tell_suggestion() returns trigger
language plpgsql as $$
declare
  card_owner bigint;
  card_visibility text;
begin
  if tg_op <> 'INSERT' then
    perform take_back(null, 'remix', 'card', old.card_id, old.owner_id, -old.id);
  end if;
  if tg_op = 'DELETE' then
    return null;
  end if;
  select owner_id, visibility into card_owner, card_visibility from cards where id = new.card_id;
  if new.state = 'open' then
    perform tell(array[card_owner], 'remix', 'card', new.card_id, card_owner, new.owner_id, -new.id, new.created_at,
      'suggested');
  elsif card_visibility not in ('draft', 'hidden') then
    perform tell(array[new.owner_id], 'remix', 'card', new.card_id, card_owner,
      case when new.decided_by = card_owner then card_owner end, -new.id, new.decided_at, new.state);
  end if;
  return null;
end
$$;

create or replace trigger suggestions_tell after insert or delete or update of state on suggestions
  for each row execute function tell_suggestion();

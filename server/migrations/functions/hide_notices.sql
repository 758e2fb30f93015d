-- needs: take_back_news

-- Content that is not public any more is no news to followers; drafts and hidden content are news to their owner only.
-- A decision about a comment stays for its author. The argument of the trigger is the kind.
create or replace function hide_notices() returns trigger
language plpgsql as $$
declare
  place record;
begin
  if new.visibility in ('draft', 'hidden') then
    delete from notices
    where object_id = new.id and object_kind = tg_argv[0]::notice_object and user_id <> new.owner_id;
  else
    delete from notices
    where object_id = new.id and object_kind = tg_argv[0]::notice_object and kind = 'card_in_followed';
  end if;
  if tg_argv[0] = 'card' then
    if new.visibility in ('draft', 'hidden') then
      delete from notices
      where object_kind = 'comment' and object_id in (select id from comments where card_id = new.id)
        and user_id <> new.owner_id and kind <> 'moderation';
    end if;
    for place in
      select chain_cards.chain_id, subject_chains.subject_id
      from chain_cards left join subject_chains on subject_chains.chain_id = chain_cards.chain_id
      where chain_cards.card_id = new.id
    loop
      perform take_back_news('chain', place.chain_id, new.id);
      perform take_back_news('subject', place.subject_id, new.id);
    end loop;
  elsif tg_argv[0] = 'chain' then
    for place in select subject_id from subject_chains where chain_id = new.id loop
      perform take_back_news('subject', place.subject_id, -new.id);
    end loop;
  end if;
  return null;
end
$$;

create or replace trigger cards_hide_notices after update of visibility on cards
  for each row when (old.visibility <> new.visibility and new.visibility <> 'public') execute function hide_notices('card');
create or replace trigger chains_hide_notices after update of visibility on chains
  for each row when (old.visibility <> new.visibility and new.visibility <> 'public') execute function hide_notices('chain');
create or replace trigger subjects_hide_notices after update of visibility on subjects
  for each row when (old.visibility <> new.visibility and new.visibility <> 'public') execute function hide_notices('subject');

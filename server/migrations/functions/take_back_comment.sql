-- needs: take_back

create or replace function take_back_comment() returns trigger
language plpgsql as $$
begin
  perform take_back(null, 'comment', 'card', old.card_id, old.owner_id, old.id);
  if old.answer_to is not null then
    perform take_back(null, 'comment', 'comment', old.answer_to, old.owner_id, old.id);
  end if;
  -- Those about its mentions, and about answers to it. The author of a hidden one keeps the reasons.
  delete from notices
  where object_id = old.id and object_kind = 'comment' and (tg_op = 'DELETE' or kind <> 'moderation');
  return null;
end
$$;

create or replace trigger comments_take_back after delete on comments for each row execute function take_back_comment();
create or replace trigger comments_take_back_hidden after update of hidden_by on comments
  for each row when (old.hidden_by is null and new.hidden_by is not null) execute function take_back_comment();

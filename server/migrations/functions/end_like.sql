-- Ends a like in the feeds and takes its notice back. The argument of the trigger is the kind.
create or replace function end_like() returns trigger
language plpgsql as $$
declare
  thing bigint;
begin
  case tg_argv[0]
    when 'card' then thing := old.card_id;
    when 'chain' then thing := old.chain_id;
    when 'subject' then thing := old.subject_id;
  end case;
  perform end_activity(old.user_id, 'like', tg_argv[0]::activity_kind, thing);
  perform take_back(null, 'like', tg_argv[0]::notice_object, thing, old.user_id, 0);
  return null;
end
$$;

create or replace trigger card_likes_end after delete on card_likes
  for each row execute function end_like('card');
create or replace trigger chain_likes_end after delete on chain_likes
  for each row execute function end_like('chain');
create or replace trigger subject_likes_end after delete on subject_likes
  for each row execute function end_like('subject');

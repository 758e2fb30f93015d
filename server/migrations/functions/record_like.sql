-- Adds a like to the feeds and notifies the owner. The argument of the trigger is the kind.
create or replace function record_like() returns trigger
language plpgsql as $$
declare
  thing bigint;
  owner bigint;
  is_public boolean;
begin
  case tg_argv[0]
    when 'card' then
      select id, owner_id, visibility = 'public' into thing, owner, is_public from cards where id = new.card_id;
    when 'chain' then
      select id, owner_id, visibility = 'public' into thing, owner, is_public from chains where id = new.chain_id;
    when 'subject' then
      select id, owner_id, visibility = 'public' into thing, owner, is_public from subjects where id = new.subject_id;
  end case;
  if is_public then
    insert into activity (stream, act, kind, thing_id, owner_id, created_at)
    values (new.user_id, 'like', tg_argv[0]::activity_kind, thing, owner, new.created_at);
  end if;
  perform tell(
    array[owner], 'like', tg_argv[0]::notice_object, thing, owner, new.user_id, 0, new.created_at, null
  );
  return null;
end
$$;

create or replace trigger card_likes_record after insert on card_likes
  for each row execute function record_like('card');
create or replace trigger chain_likes_record after insert on chain_likes
  for each row execute function record_like('chain');
create or replace trigger subject_likes_record after insert on subject_likes
  for each row execute function record_like('subject');

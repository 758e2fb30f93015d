create or replace function record_subject_like() returns trigger
language plpgsql as $$
declare
  owner bigint;
  is_public boolean;
begin
  select owner_id, visibility = 'public' into owner, is_public from subjects where id = new.subject_id;
  if is_public then
    insert into activity (stream, act, kind, thing_id, owner_id, created_at)
    values (new.user_id, 'like', 'subject', new.subject_id, owner, new.created_at);
  end if;
  perform tell(array[owner], 'like', 'subject', new.subject_id, owner, new.user_id, 0, new.created_at, null);
  return null;
end
$$;

create or replace trigger subject_likes_record after insert on subject_likes for each row execute function record_subject_like();

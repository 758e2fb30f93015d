create or replace function record_subject_like() returns trigger
language plpgsql as $$
declare
  owner bigint;
begin
  insert into activity (stream, act, kind, thing_id, owner_id, created_at)
  select new.user_id, 'like', 'subject', id, owner_id, new.created_at from subjects
  where id = new.subject_id and visibility = 'public';
  select owner_id into owner from subjects where id = new.subject_id;
  perform tell(array[owner], 'like', 'subject', new.subject_id, owner, new.user_id, 0, new.created_at, null);
  return null;
end
$$;

create or replace trigger subject_likes_record after insert on subject_likes for each row execute function record_subject_like();

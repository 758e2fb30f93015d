create or replace function record_subject_like() returns trigger
language plpgsql as $$
begin
  insert into activity (stream, act, kind, thing_id, owner_id, created_at)
  select new.user_id, 'like', 'subject', id, owner_id, new.created_at from subjects
  where id = new.subject_id and visibility = 'public';
  return null;
end
$$;

create or replace trigger subject_likes_record after insert on subject_likes for each row execute function record_subject_like();

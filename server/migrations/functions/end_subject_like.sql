create or replace function end_subject_like() returns trigger
language plpgsql as $$
begin
  perform end_activity(old.user_id, 'like', 'subject', old.subject_id);
  perform take_back(null, 'like', 'subject', old.subject_id, old.user_id, 0);
  return null;
end
$$;

create or replace trigger subject_likes_end after delete on subject_likes for each row execute function end_subject_like();

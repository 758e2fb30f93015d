create or replace function announce_subject() returns trigger
language plpgsql as $$
begin
  perform announce_subjects(array[new.id]);
  return null;
end
$$;

create or replace trigger subjects_announce after update of visibility on subjects
  for each row when (old.visibility <> new.visibility) execute function announce_subject();

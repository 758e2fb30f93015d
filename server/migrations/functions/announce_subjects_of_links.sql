create or replace function announce_subjects_of_links() returns trigger
language plpgsql as $$
begin
  perform announce_subjects(array(select distinct subject_id from changed));
  return null;
end
$$;

create or replace trigger subject_chains_announce after insert on subject_chains
  referencing new table as changed for each statement execute function announce_subjects_of_links();

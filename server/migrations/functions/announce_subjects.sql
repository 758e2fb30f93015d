-- A public subject is announced when the first of its public chains shows a card.
create or replace function announce_subjects(subject_ids bigint[]) returns void
language plpgsql as $$
begin
  perform from subjects
  where id = any (subject_ids) and visibility = 'public' and announced_at is null
  order by id for no key update;
  if not found then
    return;
  end if;
  update subjects
  set announced_at = now(), created_at = now(), score = trending_score(like_count, 0, great, now())
  where id = any (subject_ids) and visibility = 'public' and announced_at is null
    and exists (
      select from subject_chains join chains on chains.id = subject_chains.chain_id
      where subject_chains.subject_id = subjects.id and chains.visibility = 'public' and chains.shown_count > 0
    );
end
$$;

create or replace function announce_subjects_of_links() returns trigger
language plpgsql as $$
begin
  perform announce_subjects(array(select distinct subject_id from changed));
  return null;
end
$$;

create or replace function announce_subject() returns trigger
language plpgsql as $$
begin
  perform announce_subjects(array[new.id]);
  return null;
end
$$;

create or replace trigger subject_chains_announce after insert on subject_chains
  referencing new table as changed for each statement execute function announce_subjects_of_links();
create or replace trigger subjects_announce after update of visibility on subjects
  for each row when (old.visibility <> new.visibility) execute function announce_subject();

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
  set announced_at = now(), created_at = now()
  where id = any (subject_ids) and visibility = 'public' and announced_at is null
    and exists (
      select from subject_chains join chains on chains.id = subject_chains.chain_id
      where subject_chains.subject_id = subjects.id and chains.visibility = 'public' and chains.shown_count > 0
    );
end
$$;

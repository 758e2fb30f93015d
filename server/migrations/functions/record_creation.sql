-- A card is announced when it becomes public, a chain or subject when it also has a public card. The argument of the
-- trigger is the kind.
create or replace function record_creation() returns trigger
language plpgsql as $$
begin
  insert into activity (stream, act, kind, thing_id, owner_id, created_at)
  values (new.owner_id, 'create', tg_argv[0]::activity_kind, new.id, new.owner_id, new.created_at);
  return null;
end
$$;

create or replace trigger cards_record_creation after insert on cards
  for each row when (new.visibility = 'public') execute function record_creation('card');
create or replace trigger chains_record_creation after insert on chains
  for each row when (new.visibility = 'public' and new.announced_at is not null) execute function record_creation('chain');
create or replace trigger chains_record_announcement after update of announced_at on chains
  for each row when (old.announced_at is null and new.announced_at is not null) execute function record_creation('chain');
create or replace trigger subjects_record_creation after insert on subjects
  for each row when (new.visibility = 'public' and new.announced_at is not null) execute function record_creation('subject');
create or replace trigger subjects_record_announcement after update of announced_at on subjects
  for each row when (old.announced_at is null and new.announced_at is not null) execute function record_creation('subject');

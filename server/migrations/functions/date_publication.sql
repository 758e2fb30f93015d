-- Sets the times of the first publication. Content is as old as its publication: lists are ordered by it. What is
-- inserted as published keeps the time it is inserted with.
create or replace function date_publication() returns trigger
language plpgsql as $$
declare
  moment constant timestamptz := case when tg_op = 'INSERT' then new.created_at else now() end;
begin
  if new.visibility not in ('draft', 'hidden') and new.published_at is null then
    new.published_at := moment;
    new.created_at := moment;
    new.edited_at := null;
  end if;
  -- Photos of drafts are not compared with hidden ones.
  if tg_op = 'UPDATE' and old.visibility = 'draft' and new.visibility <> 'hidden' then
    update photos set compared_at = null where id = new.photo_id and compared_at is not null;
  end if;
  if tg_table_name <> 'cards' then
    return new;
  end if;
  if tg_op = 'INSERT' and new.great then
    new.great_at := coalesce(new.great_at, new.created_at);
  end if;
  if new.visibility = 'public' and new.announced_at is null then
    new.announced_at := moment;
    new.created_at := moment;
    if new.great_at < moment then
      new.great_at := moment;
    end if;
  end if;
  return new;
end
$$;

create or replace trigger cards_date_insertion before insert on cards
  for each row execute function date_publication();
create or replace trigger cards_date_publication before update of visibility on cards
  for each row when (old.visibility <> new.visibility) execute function date_publication();
create or replace trigger chains_date_insertion before insert on chains
  for each row execute function date_publication();
create or replace trigger chains_date_publication before update of visibility on chains
  for each row when (old.visibility <> new.visibility) execute function date_publication();
create or replace trigger subjects_date_insertion before insert on subjects
  for each row execute function date_publication();
create or replace trigger subjects_date_publication before update of visibility on subjects
  for each row when (old.visibility <> new.visibility) execute function date_publication();

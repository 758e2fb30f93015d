-- The mark "great" changes the score.
create or replace function rate_thing() returns trigger
language plpgsql as $$
begin
  if tg_table_name = 'cards' then
    if new.great and new.great_at is null then
      new.great_at := now();
    end if;
    new.score := trending_score(new.like_count, new.comment_count, new.great, new.created_at);
  else
    new.score := trending_score(new.like_count, 0, new.great, new.created_at);
  end if;
  return new;
end
$$;

create or replace trigger cards_rate before update of great on cards
  for each row when (old.great is distinct from new.great) execute function rate_thing();
create or replace trigger chains_rate before update of great on chains
  for each row when (old.great is distinct from new.great) execute function rate_thing();
create or replace trigger subjects_rate before update of great on subjects
  for each row when (old.great is distinct from new.great) execute function rate_thing();

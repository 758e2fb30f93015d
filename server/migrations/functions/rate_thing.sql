-- Keeps the score after every change of what it is made of, and the time of the mark "great". An update of the score
-- alone sets it.
create or replace function rate_thing() returns trigger
language plpgsql as $$
begin
  if tg_table_name = 'cards' then
    if new.great and not old.great and new.great_at is null then
      new.great_at := now();
    end if;
    new.score := trending_score(new.like_count, new.comment_count, new.great, new.created_at);
  else
    new.score := trending_score(new.like_count, 0, new.great, new.created_at);
  end if;
  return new;
end
$$;

-- The names sort after those of date_publication(), which sets `created_at`.
create or replace trigger cards_rate before update of like_count, comment_count, great, created_at, visibility on cards
  for each row execute function rate_thing();
create or replace trigger chains_rate before update of like_count, great, created_at, visibility on chains
  for each row execute function rate_thing();
create or replace trigger subjects_rate before update of like_count, great, created_at, visibility on subjects
  for each row execute function rate_thing();

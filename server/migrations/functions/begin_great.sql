create or replace function begin_great() returns trigger
language plpgsql as $$
begin
  new.great_at := coalesce(new.great_at, new.created_at);
  return new;
end
$$;

create or replace trigger cards_begin_great before insert on cards
  for each row when (new.great) execute function begin_great();

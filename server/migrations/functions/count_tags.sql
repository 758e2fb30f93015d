-- Counts the tags of public cards. In the order of their names, so that two cards with the same tags do not deadlock.
create or replace function count_tags() returns trigger
language plpgsql as $$
declare
  before text[] := case when tg_op <> 'INSERT' and old.visibility = 'public' then old.tags else '{}' end;
  after text[] := case when tg_op <> 'DELETE' and new.visibility = 'public' then new.tags else '{}' end;
  changed text;
begin
  for changed in
    select distinct tag from unnest(before || after) as tag
    where (tag = any (before)) <> (tag = any (after))
    order by tag
  loop
    if changed = any (after) then
      insert into tags as known (name, card_count) values (changed, 1)
      on conflict (name) do update set card_count = known.card_count + 1;
    else
      update tags set card_count = card_count - 1 where name = changed;
      delete from tags where name = changed and card_count = 0;
    end if;
  end loop;
  return null;
end
$$;

create or replace trigger cards_count_tags after insert or delete on cards
  for each row execute function count_tags();
create or replace trigger cards_recount_tags after update of tags, visibility on cards
  for each row when (old.tags is distinct from new.tags or old.visibility <> new.visibility) execute function count_tags();

-- Likes, comments, edited cards, and how often each tag is used.

-- Nothing cascades from people: their likes and comments are counted elsewhere, so erasing somebody takes them away by name.
create table card_likes (
  card_id bigint not null references cards (id) on delete cascade,
  user_id bigint not null references users (id),
  created_at timestamptz not null default now(),
  constraint card_likes_once_per_user primary key (card_id, user_id)
);

create table chain_likes (
  chain_id bigint not null references chains (id) on delete cascade,
  user_id bigint not null references users (id),
  created_at timestamptz not null default now(),
  constraint chain_likes_once_per_user primary key (chain_id, user_id)
);

create table subject_likes (
  subject_id bigint not null references subjects (id) on delete cascade,
  user_id bigint not null references users (id),
  created_at timestamptz not null default now(),
  constraint subject_likes_once_per_user primary key (subject_id, user_id)
);

create index card_likes_of_user on card_likes (user_id, card_id);
create index chain_likes_of_user on chain_likes (user_id, chain_id);
create index subject_likes_of_user on subject_likes (user_id, subject_id);

-- One function per kind, all from one text. A single statement would see likes as they were before it waited for the row;
-- in here each step sees what was committed before it. The row that is counted on is locked first, everywhere, so that
-- liking, deleting and erasing never wait for each other in a circle.
-- Answers the count afterwards, or null when there is nothing to like.
do $make$
declare
  made record;
begin
  for made in
    select * from (values
      ('card', 'cards', 'thing.comment_count'),
      ('chain', 'chains', '0'),
      ('subject', 'subjects', '0')
    ) as kinds (kind, things, comments)
  loop
    execute format($function$
      create function set_%1$s_like(thing_id bigint, person_id bigint, wanted boolean) returns integer
      language plpgsql as $body$
      declare
        likes integer;
        step integer;
      begin
        select thing.like_count into likes
        from %2$s as thing join users as owner on owner.id = thing.owner_id
        where thing.id = thing_id and owner.leaving_at is null
        for no key update of thing;
        if not found then
          return null;
        end if;
        if wanted then
          insert into %1$s_likes (%1$s_id, user_id) values (thing_id, person_id) on conflict do nothing;
        else
          delete from %1$s_likes where %1$s_id = thing_id and user_id = person_id;
        end if;
        if not found then
          return likes;
        end if;
        step := case when wanted then 1 else -1 end;
        update %2$s as thing
        set like_count = thing.like_count + step,
          score = trending_score(thing.like_count + step, %3$s, thing.great, thing.created_at)
        where thing.id = thing_id;
        return likes + step;
      end
      $body$
    $function$, made.kind, made.things, made.comments);
  end loop;
end
$make$;

create table comments (
  id bigint generated always as identity primary key,
  card_id bigint not null references cards (id) on delete cascade,
  owner_id bigint not null references users (id),
  text text not null constraint comments_have_a_text check (text <> ''),
  created_at timestamptz not null default now(),
  edited_at timestamptz
);

create index comments_of_card on comments (card_id, id desc);
create index comments_of_owner on comments (owner_id, id);

-- New comments are left out like the counters are. What somebody took back must go at once.
create trigger comments_tell_public_change
  after delete or update of text on comments
  for each statement execute function tell_public_change();

alter table cards add column edited_at timestamptz;

-- My cards, newest first.
create index cards_of_owner_by_age on cards (owner_id, created_at desc, id desc);
drop index cards_of_owner;

create table tags (
  id bigint generated always as identity primary key,
  name text not null constraint tags_once_per_name unique,
  card_count integer not null constraint tags_are_used check (card_count >= 0)
);

create index tags_by_use on tags (card_count desc, id);

insert into tags (name, card_count)
select tag, count(distinct cards.id) from cards, unnest(cards.tags) as tag group by tag order by tag;

-- One after the other in the order of their names, so that two cards with the same tags wait instead of blocking each other.
create function count_tags() returns trigger
language plpgsql as $$
declare
  before text[] := case when tg_op = 'INSERT' then '{}' else old.tags end;
  after text[] := case when tg_op = 'DELETE' then '{}' else new.tags end;
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

create trigger cards_count_tags after insert or delete on cards
  for each row execute function count_tags();
create trigger cards_recount_tags after update of tags on cards
  for each row when (old.tags is distinct from new.tags) execute function count_tags();

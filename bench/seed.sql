-- Deterministic test data, so that every run measures the same rows. seed.ts replaces the numbers in braces. Triggers are
-- off; what they maintain is computed at the end.

do $$
declare
  written text;
begin
  foreach written in array array['users', 'cards', 'chains', 'subjects', 'chain_cards', 'subject_chains', 'card_likes', 'chain_likes',
    'subject_likes', 'comments', 'topics', 'card_topics', 'search_documents'] loop
    execute format('alter table %I disable trigger user', written);
  end loop;
end
$$;

set synchronous_commit = off;
set maintenance_work_mem = '1GB';
set work_mem = '64MB';

-- Building indexes and checking foreign keys at the end is faster than maintaining them.
create temp table filled as
select unnest(array['cards', 'chains', 'subjects', 'chain_cards', 'subject_chains', 'user_topics', 'user_chains', 'user_subjects', 'card_likes', 'chain_likes',
  'subject_likes', 'comments', 'connections', 'card_topics', 'activity', 'card_words', 'search_documents', 'search_words']::regclass[]) as name;
create temp table kept_apart as
select format('drop index %s', indexrelid::regclass) as ending, pg_get_indexdef(indexrelid) as beginning, 1 as place
from pg_index join filled on filled.name = indrelid
where not exists (select from pg_constraint where conindid = indexrelid)
union all
select format('alter table %s drop constraint %I', conrelid::regclass, conname),
  format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid)), 2
from pg_constraint join filled on filled.name = conrelid
where contype = 'f';
do $$
declare
  statement text;
begin
  for statement in select ending from kept_apart loop
    execute statement;
  end loop;
end
$$;

-- Spreads n evenly over 0 … below, differently for each salt.
create function pg_temp.spread(n bigint, salt integer, below bigint) returns bigint
language sql immutable parallel safe
return (hashint8extended(n, salt) & 9007199254740991) % below;

-- The same, skewed: low numbers are far more frequent.
create function pg_temp.favour(n bigint, salt integer, below bigint) returns bigint
language sql immutable parallel safe
return floor(below * power(pg_temp.spread(n, salt, 1000000) / 1000000.0, 3))::bigint;

create function pg_temp.words(n bigint, salt integer, amount integer) returns text
language sql immutable parallel safe
return (
  select string_agg(
    (array['light', 'cell', 'river', 'prime', 'orbit', 'map', 'sound', 'wave', 'leaf', 'star', 'bridge', 'number', 'root', 'cloud',
      'stone', 'glass', 'heart', 'engine', 'market', 'poem', 'island', 'magnet', 'colour', 'seed', 'mirror', 'winter', 'signal',
      'language', 'shadow', 'energy', 'pattern', 'ocean'])[1 + pg_temp.spread(n * 64 + word, salt, 32)]
    || case when pg_temp.spread(n * 64 + word, salt + 1, 6) = 0 then pg_temp.spread(n * 64 + word, salt + 2, 4000)::text else '' end,
    ' ')
  from generate_series(1, amount) as word
);

-- Generating and tokenising texts is slowest, so cards and comments use a stock of prepared texts.
create temp table texts as
select n, title, long, short, tag,
  search_keys(title, array[tag], null, '') as title_keys, search_keys('', null, long, '') as long_keys,
  words_of_card(title, array[tag], '') as title_words, words_of_card('', '{}', long) as long_words
from (
  select n, initcap(pg_temp.words(n, 5, 5)) as title, pg_temp.words(n, 6, 60) as long, pg_temp.words(n, 27, 12) as short,
    pg_temp.words(n, 7, 1) as tag
  from generate_series(0, {texts} - 1) as n
) as made;
alter table texts add primary key (n);
analyze texts;

insert into photos (key, sizes, placeholder)
select md5('picture ' || n), '{"sm": {"width": 480, "height": 270}, "md": {"width": 960, "height": 540}, "lg": {"width": 1920, "height": 1080}}',
  'data:image/webp;base64,' || encode(sha256(n::text::bytea), 'base64')
from generate_series(1, 2000) as n;

insert into users (email, email_verified_at, first_name, last_name, role, photo_id, topics_page_shown_at, invite_page_shown_at, created_at)
select 'person' || n || '@bench.example', now(), initcap(pg_temp.words(n, 1, 1)), initcap(pg_temp.words(n, 2, 1)) || ' ' || n,
  case when n <= 3 then 'kAdmin' when n % 5 = 0 then 'kCreator' else 'kRegular' end, 1 + n % 2000, now(), now(),
  now() - interval '800 days'
from generate_series(1, {people}) as n;

insert into topics (name, photo_id) select 'Topic ' || n, n from generate_series(1, 50) as n;
insert into user_topics (user_id, topic_id, rank)
select person, 1 + pg_temp.spread(person, 3, 10) * 5 + place, place
from generate_series(1, {people}) as person, generate_series(0, 4) as place;

-- Two years of cards, the newest last; every fifth user is a creator.
insert into cards (url_text, owner_id, type, title, text, tags, photo_id, alt_text, great, great_at, created_at)
select 'card-' || id, 5 * (1 + pg_temp.favour(id, 4, {people} / 5)), 'kCustom', above.title, below.long, array[above.tag],
  case when id % 3 > 0 then 1 + id % 2000 end, 'A drawing', id % 20 = 0, case when id % 20 = 0 then made_at end, made_at
from (
  select n as id, pg_temp.spread(n, 5, {texts}) as above, pg_temp.spread(n, 9, {texts}) as below,
    now() - interval '1 minute' - ({cards} - n) * (interval '730 days' / {cards}) as made_at
  from generate_series(1, {cards}) as n
) as card
join texts as above on above.n = card.above
join texts as below on below.n = card.below
order by card.id;

insert into card_topics (topic_id, card_id)
select distinct 1 + pg_temp.spread(card, 8 + place, 50), card
from generate_series(1, {cards}) as card, generate_series(0, 1) as place;

insert into chains (owner_id, title, description, created_at, great)
select 5 * (1 + pg_temp.spread(n, 10, {people} / 5)), initcap(pg_temp.words(n, 11, 4)), pg_temp.words(n, 12, 15),
  now() - ({chains} - n) * (interval '730 days' / {chains}), n % 20 = 0
from generate_series(1, {chains}) as n;
insert into chain_cards (chain_id, card_id, rank)
select chain, card, row_number() over (partition by chain)
from (
  select distinct chain, 1 + pg_temp.spread(chain * 16 + place, 13, {cards}) as card
  from generate_series(51, {chains}) as chain, generate_series(1, 10) as place
) as linked;
insert into subjects (owner_id, title, description, photo_id, created_at, great)
select 5 * (1 + pg_temp.spread(n, 14, {people} / 5)), initcap(pg_temp.words(n, 15, 3)), pg_temp.words(n, 16, 15), 1 + n % 2000,
  now() - ({subjects} - n) * (interval '730 days' / {subjects}), n % 20 = 0
from generate_series(1, {subjects}) as n;
insert into subject_chains (subject_id, chain_id, rank)
select subject, chain, row_number() over (partition by subject)
from (
  select distinct subject, 1 + pg_temp.spread(subject * 8 + place, 17, {chains}) as chain
  from generate_series(2, {subjects}) as subject, generate_series(1, 4) as place
) as linked;
-- One subject of the maximum size: fifty chapters of forty cards.
insert into subject_chains (subject_id, chain_id, rank)
select 1, chain, chain from generate_series(1, 50) as chain;
insert into chain_cards (chain_id, card_id, rank)
select chain, 1 + pg_temp.spread(chain * 64 + place, 18, {cards}), place
from generate_series(1, 50) as chain, generate_series(1, 40) as place on conflict do nothing;
insert into user_chains (user_id, chain_id, rank) select owner_id, id, id from chains;
insert into user_subjects (user_id, subject_id, rank) select owner_id, id, id from subjects;

-- Likes come after what is liked, mostly soon; a few cards are liked by very many.
insert into card_likes (card_id, user_id, created_at)
select distinct on (card, person) card, person,
  least(now(), created_at + (now() - created_at) * power(pg_temp.spread(n, 19, 100000) / 100000.0, 4))
from (
  select n, 1 + pg_temp.spread(n, 20, {people}) as person,
    {cards} - case when n % 4 = 0 then pg_temp.favour(n, 21, {cards}) else pg_temp.spread(n, 22, {cards}) end as card
  from generate_series(1, {likes} * 102 / 100) as n
) as liked join cards on cards.id = liked.card
limit {likes};
insert into chain_likes (chain_id, user_id, created_at)
select distinct 1 + pg_temp.spread(n, 23, {chains}), 1 + pg_temp.spread(n, 24, {people}), now() - n * interval '20 minutes'
from generate_series(1, {chains}) as n
on conflict do nothing;
insert into subject_likes (subject_id, user_id, created_at)
select distinct 1 + pg_temp.spread(n, 25, {subjects}), 1 + pg_temp.spread(n, 26, {people}), now() - n * interval '20 minutes'
from generate_series(1, {subjects} * 3) as n
on conflict do nothing;

insert into comments (card_id, owner_id, text, created_at)
select card, person, (select short from texts where texts.n = pg_temp.spread(posted.n, 27, {texts})),
  least(now(), created_at + (now() - created_at) * power(pg_temp.spread(n, 28, 100000) / 100000.0, 4))
from (
  select n, 1 + pg_temp.spread(n, 29, {people}) as person,
    {cards} - case when n % 4 = 0 then pg_temp.favour(n, 30, {cards}) else pg_temp.spread(n, 31, {cards}) end as card
  from generate_series(1, {comments}) as n
) as posted join cards on cards.id = posted.card;

-- The first five users have about a thousand connections, number 11 has eight, all others a few to a few dozen.
with pairs as (
  select distinct least(one, other) as one, greatest(one, other) as other
  from (
    select person as one, 20 + pg_temp.spread(person * 4096 + n, 32, {people} - 20) as other
    from generate_series(1, 5) as person, generate_series(1, 1000) as n
    union all
    select 11, 100 * n + 7 from generate_series(1, 8) as n
    union all
    select 20 + pg_temp.spread(n, 33, {people} - 20), 20 + pg_temp.spread(n, 34, {people} - 20)
    from generate_series(1, {connections}) as n
  ) as met
  where one <> other and one <= {people} and other <= {people}
)
insert into connections (user_id, other_id, created_at)
select one, other, now() - interval '700 days' from pairs
union all
select other, one, now() - interval '700 days' from pairs;

update users set connection_count = (select count(*) from connections where user_id = users.id);
update chains set card_count = (select count(*) from chain_cards where chain_id = chains.id),
  like_count = (select count(*) from chain_likes where chain_id = chains.id);
update subjects set chain_count = (select count(*) from subject_chains where subject_id = subjects.id),
  like_count = (select count(*) from subject_likes where subject_id = subjects.id);
update cards
set like_count = coalesce(likes, 0), comment_count = coalesce(posted, 0),
  score = trending_score(coalesce(likes, 0), coalesce(posted, 0), card.great, card.created_at)
from cards as card
left join (select card_id, count(*)::integer as likes from card_likes group by card_id) as liked on liked.card_id = card.id
left join (select card_id, count(*)::integer as posted from comments group by card_id) as comment_counts on comment_counts.card_id = card.id
where card.id = cards.id;
update cards set published_at = created_at, announced_at = created_at;
update chains set published_at = created_at, shown_count = card_count, score = trending_score(like_count, 0, great, created_at),
  announced_at = case when card_count > 0 then created_at end;
update subjects set published_at = created_at, announced_at = created_at,
  score = trending_score(like_count, 0, great, created_at);
insert into tags (name, card_count)
select tag, count(distinct cards.id) from cards, unnest(cards.tags) as tag group by tag;
-- A card's search keys are those of its parts.
create temp table makers as select id, search_keys('', null, null, first_name || ' ' || last_name) as keys from users;
insert into search_documents (kind, id, keys)
select 3, cards.id, below.long_keys || above.title_keys || makers.keys
from cards
join makers on makers.id = owner_id
join texts as above on above.n = pg_temp.spread(cards.id, 5, {texts})
join texts as below on below.n = pg_temp.spread(cards.id, 9, {texts});
insert into card_words (card_id, words)
select cards.id, above.title_words || below.long_words
from cards
join texts as above on above.n = pg_temp.spread(cards.id, 5, {texts})
join texts as below on below.n = pg_temp.spread(cards.id, 9, {texts});
insert into search_documents (kind, id, keys)
select kind, id, keys from searchable where kind < 3;
insert into search_words (word)
select distinct word from ts_stat('select keys from search_documents') where word !~ '^[\^#]';
delete from activity;
insert into activity (stream, act, kind, thing_id, owner_id, great, created_at, begun_xid)
select stream, act, kind, thing_id, owner_id, great, created_at, '0'::xid8 from current_activity;

do $$
declare
  statement text;
begin
  for statement in select beginning from kept_apart order by place loop
    execute statement;
  end loop;
end
$$;

do $$
declare
  written text;
begin
  foreach written in array array['users', 'cards', 'chains', 'subjects', 'chain_cards', 'subject_chains', 'card_likes', 'chain_likes',
    'subject_likes', 'comments', 'topics', 'card_topics', 'search_documents'] loop
    execute format('alter table %I enable trigger user', written);
  end loop;
end
$$;

-- What users study and remember: each ten chains, about a hundred cards, which makes a million memories and two million
-- reviews of ten thousand users. User 12 also studies the subject of the maximum size. Runs after seed.sql, in its session.

create temp table learned as
select user_id, card_id, stability, reps, now() - last_days * interval '1 day' as last_review_at,
  greatest(1, round(stability))::integer as scheduled_days
from (
  -- About one card in six is due.
  select user_id, card_id, stability, 1 + pg_temp.spread(n, 43, 3)::integer as reps,
    stability * 1.2 * pg_temp.spread(n, 44, 10000) / 10000.0 as last_days
  from (
    select user_id, card_id, n, 1 + pg_temp.favour(n, 42, 60) as stability
    from (
      select distinct on (user_id, card_id) user_id, card_id, user_id * 1000003 + card_id as n
      from (
        select person::bigint as user_id, card_id
        from generate_series(1, {people}) as person cross join generate_series(1, 10) as place
          join chain_cards on chain_id = 51 + pg_temp.spread(person * 16 + place, 41, {chains} - 50)
        union all
        select 12, card_id from subject_chains join chain_cards using (chain_id) where subject_id = 1
      ) as listed
    ) as once
  ) as numbered
) as remembered;

insert into studies (user_id, chain_id)
select distinct person, 51 + pg_temp.spread(person * 16 + place, 41, {chains} - 50)
from generate_series(1, {people}) as person, generate_series(1, 10) as place;
insert into studies (user_id, subject_id) values (12, 1);

insert into learning_settings (user_id, zone) select id, 'Asia/Kolkata' from users;
insert into readings (user_id, card_id, read_at) select user_id, card_id, last_review_at from learned;
insert into places (user_id, chain_id, card_id, opened_at)
select distinct on (user_id, chain_id) user_id, chain_id, chain_cards.card_id, now() - interval '1 day'
from studies join chain_cards using (chain_id)
order by user_id, chain_id, rank;

-- One card in twenty was read and never reviewed.
insert into reviews (user_id, id, card_id, grade, reviewed_at, zone, took_ms)
select user_id, md5(concat_ws(' ', user_id, card_id, n))::uuid, card_id, 3, last_review_at - (reps - n) * interval '20 days',
  'Asia/Kolkata', 5000 + pg_temp.spread(user_id * 1000003 + card_id, 45, 15000)
from learned, generate_series(1, reps) as n
where (user_id + card_id) % 20 > 0;
insert into memories (user_id, card_id, phase, stability, difficulty, due_at, last_review_at, scheduled_days, step, reps, lapses)
select user_id, card_id, 2, stability, 5, last_review_at + scheduled_days * interval '1 day', last_review_at, scheduled_days, 0,
  reps, case when (user_id + card_id) % 500 = 1 then 6 else 0 end
from learned
where (user_id + card_id) % 20 > 0;

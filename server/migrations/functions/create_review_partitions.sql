-- Makes a partition of `reviews` for each month from 14 months ago to 3 months ahead. A month whose reviews are in the
-- default partition already stays there.
create or replace function create_review_partitions() returns void
language plpgsql as $$
declare
  month_start timestamptz;
  month_end timestamptz;
begin
  for month_start in
    select month at time zone 'UTC'
    from generate_series(date_trunc('month', now() at time zone 'UTC') - interval '14 months',
      date_trunc('month', now() at time zone 'UTC') + interval '3 months', interval '1 month') as month
  loop
    month_end := (month_start at time zone 'UTC' + interval '1 month') at time zone 'UTC';
    continue when exists (
      select from reviews_other where reviewed_at >= month_start and reviewed_at < month_end
    );
    execute format(
      'create table if not exists %I partition of reviews for values from (%L) to (%L)',
      'reviews_' || to_char(month_start at time zone 'UTC', 'YYYY_MM'), month_start, month_end
    );
  end loop;
end
$$;

select create_review_partitions();

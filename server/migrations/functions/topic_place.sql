-- The time of a card in the stream of a topic.
create or replace function topic_place(great boolean, great_at timestamptz, created_at timestamptz) returns timestamptz
language sql immutable parallel safe
return case when great then coalesce(great_at, created_at) else created_at end;

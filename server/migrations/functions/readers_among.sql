-- Those of the users who can see what the author does with content of this owner: verified, present, and not blocked by
-- either of the two.
create or replace function readers_among(people bigint[], owner bigint, author bigint) returns bigint[]
language sql stable parallel safe
return array(
  select id
  from users
  where id = any (people) and email_verified_at is not null and leaving_at is null
    and not exists (
      select from blocks
      where (user_id, blocked_id) in ((id, owner), (owner, id), (id, author), (author, id))
    )
  order by id
);

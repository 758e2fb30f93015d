-- New accounts have limits, and reports of their owners hide nothing. An accepted connection ends this for both sides.
create or replace function is_new_account(person bigint) returns boolean
language sql stable
return (
  select role in ('kRegular', 'kCreator')
    and not exists (select from connections where user_id = person)
    and (
      coalesce(email_verified_at > now() - interval '2 days', true)
      or (select count(*) from (select from readings where user_id = person limit 20) as opened) < 20
    )
  from users where id = person
);

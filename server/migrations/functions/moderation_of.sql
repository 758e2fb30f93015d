-- What owner and admins are shown about a hidden object; null for others.
create or replace function moderation_of(hiding_act bigint) returns json
language sql stable parallel safe
return (
  select json_build_object('state', 'hidden', 'actId', id, 'rule', rule, 'text', text)
  from moderation_acts where id = hiding_act
);

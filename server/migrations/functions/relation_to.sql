-- How the viewer and another user are connected: by a connection, else by a request that one of them sent. A request by
-- address is left out for its sender: it would tell whose address it is.
create or replace function relation_to(person_id bigint, viewer_id bigint)
returns table (connected boolean, sent bigint, received bigint)
language sql stable parallel safe rows 1 as $$
  select connections.user_id is not null,
    case when connections.user_id is null then
      (select id from connection_requests where sender_id = viewer_id and receiver_id = person_id and email is null)
    end,
    case when connections.user_id is null then
      (select id from connection_requests where sender_id = person_id and receiver_id = viewer_id)
    end
  from (select) as once left join connections on user_id = viewer_id and other_id = person_id
$$;

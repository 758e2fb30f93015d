-- What the wire says about a photo, ready to be passed on: building it for every photo of every list
-- costs more than the rest of the query.

-- A function, because PostgreSQL does not know that these text forms never change.
create function photo_model(key text, sizes jsonb, placeholder text)
returns json
language sql immutable parallel safe
return (
  '{"specMap":{'
  || '"sm":{"url":"/media/' || key || '/sm.webp","width":' || (sizes #>> '{sm,width}') || ',"height":' || (sizes #>> '{sm,height}') || '},'
  || '"md":{"url":"/media/' || key || '/md.webp","width":' || (sizes #>> '{md,width}') || ',"height":' || (sizes #>> '{md,height}') || '},'
  || '"lg":{"url":"/media/' || key || '/lg.webp","width":' || (sizes #>> '{lg,width}') || ',"height":' || (sizes #>> '{lg,height}') || '}'
  || '},"placeholder":' || to_json(placeholder)::text || '}'
)::json;

alter table photos
  add column model json not null generated always as (photo_model(key, sizes, placeholder)) stored;

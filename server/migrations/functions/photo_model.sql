-- Used by photos.model: a change needs a migration that rewrites the column.
-- A function, because PostgreSQL does not consider casts between json and text immutable.
create or replace function photo_model(key text, sizes jsonb, placeholder text)
returns json
language sql immutable parallel safe
return (
  '{"specMap":{'
  || '"sm":{"url":"/media/' || key || '/sm.webp","width":' || (sizes #>> '{sm,width}') || ',"height":' || (sizes #>> '{sm,height}') || '},'
  || '"md":{"url":"/media/' || key || '/md.webp","width":' || (sizes #>> '{md,width}') || ',"height":' || (sizes #>> '{md,height}') || '},'
  || '"lg":{"url":"/media/' || key || '/lg.webp","width":' || (sizes #>> '{lg,width}') || ',"height":' || (sizes #>> '{lg,height}') || '}'
  || '},"placeholder":' || to_json(placeholder)::text || '}'
)::json;

-- What drawn and labelled pictures show (decision 039). A row never changes: an edit of a picture writes a new one.
create table scenes (
  id bigint generated always as identity primary key,
  -- Text, not jsonb, which would write out very small numbers with all their zeros.
  scene json not null,
  -- The labels: [{"id", "text", "box", "target"}]
  regions json not null,
  -- The image description of cards whose author wrote none.
  alt_text text not null,
  -- The texts of the picture, for search.
  words text not null,
  -- The picture that was drawn on. It is not deleted as long as the scene exists.
  photo_id bigint references photos (id),
  created_at timestamptz not null default now()
);

create index scenes_photo on scenes (photo_id) where photo_id is not null;

alter table cards
  add column scene_id bigint references scenes (id),
  -- The description with formulas as MathML; null if it has none (decision 040).
  add column text_html text,
  add column html_shown text,
  drop constraint cards_type_is_known,
  add constraint cards_type_is_known check (type in ('kVideo', 'kAIAssisted', 'kCustom', 'kDrawn')),
  add constraint cards_scene_has_a_picture check (scene_id is null or photo_id is not null),
  add constraint cards_drawn_has_a_scene check (type <> 'kDrawn' or scene_id is not null or visibility = 'draft');

create index cards_scene on cards (scene_id) where scene_id is not null;

alter table revisions add column scene_id bigint references scenes (id);

create index revisions_scene on revisions (scene_id) where scene_id is not null;

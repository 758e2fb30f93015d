-- needs: photo_model

create table photos (
  id bigint generated always as identity primary key,
  -- Hash of the uploaded bytes and name of the stored files, so that the same picture is stored once.
  key text not null constraint photos_one_per_picture unique,
  -- {"sm": {"width": 480, "height": 270}, "md": …, "lg": …}
  sizes jsonb not null,
  placeholder text not null,
  color text not null,
  -- The JSON of a photo in responses. Building it for every photo of a list would cost more than the rest of the query.
  model json not null generated always as (photo_model(key, sizes, placeholder)) stored,
  created_at timestamptz not null default now(),
  -- Time of the last upload of the same bytes. A photo that was just uploaded is not deleted as unused.
  uploaded_at timestamptz not null default now()
);

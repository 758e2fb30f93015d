-- People, their sessions and their pictures.

create table photos (
  id bigint generated always as identity primary key,
  -- Names the stored objects; made from the bytes that were uploaded, so the same picture is stored once.
  key text not null constraint photos_one_per_picture unique,
  -- {"sm": {"width": 480, "height": 270}, "md": …, "lg": …}
  sizes jsonb not null,
  placeholder text not null,
  color text not null,
  created_at timestamptz not null default now()
);

create table users (
  id bigint generated always as identity primary key,
  email text not null,
  email_verified_at timestamptz,
  password_hash text,
  first_name text not null,
  last_name text not null default '',
  role text not null default 'kRegular'
    constraint users_role_is_known check (role in ('kRegular', 'kCreator', 'kAdmin', 'kSuperAdmin')),
  photo_id bigint references photos (id),
  social_photo_url text,
  linkedin_url text,
  tags text[] not null default '{}',
  topics_page_shown_at timestamptz,
  invite_page_shown_at timestamptz,
  created_at timestamptz not null default now()
);

create unique index users_one_per_email on users (lower(email));
create index users_photo on users (photo_id) where photo_id is not null;

create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  -- SHA-256 of the token; the token itself is never stored.
  token_hash bytea not null constraint sessions_one_per_token unique,
  user_agent text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index sessions_of_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

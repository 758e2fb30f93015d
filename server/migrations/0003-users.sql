-- needs: plain_text name_keys

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
  -- The copy of the photo at a sign-in provider: where it comes from, the copy, and the URL that is shown.
  social_photo_source text,
  social_photo_id bigint constraint users_social_photo_exists references photos,
  social_photo_url text,
  linkedin_url text,
  tags text[] not null default '{}',
  -- Feeds choose their statement by it.
  connection_count integer not null default 0 constraint users_connections_not_negative check (connection_count >= 0),
  search_name text generated always as (plain_text(first_name || ' ' || last_name)) stored,
  search_keys tsvector generated always as (name_keys(first_name || ' ' || last_name)) stored,
  topics_page_shown_at timestamptz,
  invite_page_shown_at timestamptz,
  -- Demo users have a published password and sign in only while the demo is on.
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  -- Set when a user deletes the account: hidden from then on, erased after thirty days, null again if the user returns.
  leaving_at timestamptz
);

create unique index users_one_per_email on users (lower(email));
create index users_photo on users (photo_id) where photo_id is not null;
create index users_by_social_photo on users (social_photo_id) where social_photo_id is not null;
create index users_by_name on users using gin (search_name gin_trgm_ops);
create index users_by_name_keys on users using gin (search_keys);
create index users_by_role on users (role, id) where role <> 'kRegular';
create index users_leaving on users (leaving_at) where leaving_at is not null;

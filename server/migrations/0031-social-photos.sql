-- Photos of sign-in providers are copied here. What is shown is `social_photo_url`, an address of ours;
-- where the copy comes from is `social_photo_source`. Addresses elsewhere are no longer shown: the next sign-in copies the photo.
alter table users
  add column social_photo_source text,
  add column social_photo_id bigint constraint users_social_photo_exists references photos;

create index users_by_social_photo on users (social_photo_id) where social_photo_id is not null;

update users set social_photo_source = social_photo_url, social_photo_url = null where social_photo_url is not null;

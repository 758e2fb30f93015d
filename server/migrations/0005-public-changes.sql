-- Tells every process that something visitors see has changed, so that it drops what it kept.
-- Counters are left out on purpose: likes come too often, and what is kept lives five seconds at the most.

create function tell_public_change() returns trigger
language plpgsql as $$
begin
  perform pg_notify('public_changed', '');
  return null;
end
$$;

create trigger cards_tell_public_change
  after insert or delete or update of title, text, html_desc, tags, video_id, photo_id, alt_text, great, locked on cards
  for each statement execute function tell_public_change();
create trigger chains_tell_public_change
  after insert or delete or update of title, description, photo_id, great on chains
  for each statement execute function tell_public_change();
create trigger subjects_tell_public_change
  after insert or delete or update of title, description, photo_id, great on subjects
  for each statement execute function tell_public_change();
create trigger chain_cards_tell_public_change
  after insert or delete or update on chain_cards
  for each statement execute function tell_public_change();
create trigger subject_chains_tell_public_change
  after insert or delete or update on subject_chains
  for each statement execute function tell_public_change();
create trigger users_tell_public_change
  after delete or update of first_name, last_name, photo_id, social_photo_url, linkedin_url on users
  for each statement execute function tell_public_change();

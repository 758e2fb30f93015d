-- Tells all processes that public content changed, so that they clear their caches. Likes and new comments are left
-- out: they are frequent, and caches live five seconds. An edit of a card names all of its columns, so `title` stands
-- for them.
create or replace function tell_public_change() returns trigger
language plpgsql as $$
begin
  perform pg_notify('public_changed', '');
  return null;
end
$$;

create or replace trigger cards_tell_public_change
  after insert or delete
    or update of title, photo_id, great, locked, visibility, ai_marked on cards
  for each statement execute function tell_public_change();
create or replace trigger chains_tell_public_change
  after insert or delete or update of title, description, photo_id, great, visibility on chains
  for each statement execute function tell_public_change();
create or replace trigger subjects_tell_public_change
  after insert or delete or update of title, description, photo_id, great, visibility on subjects
  for each statement execute function tell_public_change();
create or replace trigger chain_cards_tell_public_change
  after insert or delete or update on chain_cards
  for each statement execute function tell_public_change();
create or replace trigger subject_chains_tell_public_change
  after insert or delete or update on subject_chains
  for each statement execute function tell_public_change();
create or replace trigger users_tell_public_change
  after delete or update of first_name, last_name, photo_id, social_photo_url, linkedin_url, bio, pinned_card_id on users
  for each statement execute function tell_public_change();

-- A user who leaves or returns changes what visitors see. Every sign-in sets the column, mostly to the same value.
create or replace trigger users_tell_leaving
  after update of leaving_at on users
  for each row when (old.leaving_at is distinct from new.leaving_at) execute function tell_public_change();
create or replace trigger comments_tell_public_change
  after delete or update of text, hidden_by on comments
  for each statement execute function tell_public_change();
create or replace trigger prompts_tell_public_change
  after insert or delete or update on prompts
  for each statement execute function tell_public_change();

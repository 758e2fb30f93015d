alter table users
  add column bio text constraint users_bio_is_short check (char_length(bio) between 1 and 300),
  add column pinned_card_id bigint constraint users_pinned_card_exists references cards on delete set null;

create index users_by_pinned_card on users (pinned_card_id) where pinned_card_id is not null;

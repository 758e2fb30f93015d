-- Turns a new database into one from before the baseline, as far as adoption checks it: the former search,
-- and migrations without checksums. Drops what was added after the baseline.
drop view current_activity;
drop function keep_acts, keep_hidden, is_new_account, moderation_of cascade;
drop table appeals, moderation_acts, reports, cases, user_notes, challenge_keys, used_challenges;
drop table factor_keys, factors, recovery_codes, sign_in_tickets, devices, alert_links, factor_resets, email_changes;
alter table cards drop column hidden_by cascade, drop column shown_as, drop column ai_marked cascade;
alter table chains drop column hidden_by cascade, drop column shown_as;
alter table subjects drop column hidden_by cascade, drop column shown_as;
alter table comments drop column hidden_by cascade;
alter table photos drop column difference_hash cascade, drop column compared_at;
alter table users drop column suspended_until cascade;
alter table sessions drop column confirmed_at, drop column network;
drop table imported_notes, imports, installation;
drop table saved_list_items, saved_lists, saved_items, suggestions, revisions;
drop function tell_remix, tell_suggestion cascade;
alter table cards drop column scene_id cascade, drop column text_html, drop column html_shown,
  drop constraint cards_type_is_known,
  add constraint cards_type_is_known check (type in ('kVideo', 'kAIAssisted', 'kCustom'));
drop table scenes;
alter table cards drop column remix_of, drop column remix_base, drop column kept_license;
alter table chains drop column remix_of, drop column used_at;
drop index cards_videos_by_score;
drop function move_activity, date_publication, is_shown_in, count_shown_cards, count_cards_of_links, count_cards_of_visibility,
  announce_subjects, announce_subjects_of_links, announce_subject cascade;
alter table cards drop column visibility cascade, drop column published_at, drop column announced_at,
  drop column publish_at cascade, drop column version, drop column license, drop column source cascade,
  add constraint cards_have_a_title check (title <> ''),
  add constraint cards_video_has_an_id check ((type = 'kVideo') = (video_id is not null));
alter table chains drop column visibility cascade, drop column published_at, drop column announced_at cascade,
  drop column shown_count, drop column edited_at cascade;
alter table subjects drop column visibility cascade, drop column published_at, drop column announced_at cascade,
  drop column edited_at cascade;
alter table users drop column license;
create index cards_by_score on cards (score desc, id desc);
create index cards_by_age on cards (created_at desc, id desc);
create index chains_by_score on chains (score desc, id desc);
create index chains_by_age on chains (created_at desc, id desc);
create index subjects_by_score on subjects (score desc, id desc);
create index subjects_by_age on subjects (created_at desc, id desc);
drop table reviews, memories, prompts, studies, places, readings, learning_settings;
drop function create_review_partitions;
drop index activity_by_thing;
create index activity_of_thing on activity (kind, thing_id, created_at, great) include (stream, begun_xid, ended_xid);
alter table users drop column bio cascade, drop column pinned_card_id cascade;
drop table notice_actors, notices, follows, mutes, notice_settings, notice_channels, push_keys;
drop type notice_kind, notice_object, follow_kind cascade;
alter table comments drop column answer_to cascade;
drop table digests, digest_zones, unsubscribe_keys, push_subscriptions;
alter table mail_outbox drop column unsubscribe_url;
drop table api_tokens;

drop table search_documents, search_words cascade;
drop view if exists searchable;
drop function update_search_document, rename_search_owner, add_search_words, search_query, search_newest, search_bucket_keys,
  search_keys, tag_word cascade;

create table card_search (card_id bigint primary key references cards on delete cascade);
create table chain_search (chain_id bigint primary key references chains on delete cascade);
create table subject_search (subject_id bigint primary key references subjects on delete cascade);
create table search_words (word text primary key);

create function index_card() returns trigger language plpgsql as 'begin return null; end';
create function index_chain() returns trigger language plpgsql as 'begin return null; end';
create function index_subject() returns trigger language plpgsql as 'begin return null; end';
create function index_works() returns trigger language plpgsql as 'begin return null; end';
create function rank_card() returns trigger language plpgsql as 'begin return null; end';
create function rank_chain() returns trigger language plpgsql as 'begin return null; end';
create function rank_subject() returns trigger language plpgsql as 'begin return null; end';
create function learn_search_words() returns trigger language plpgsql as 'begin return null; end';
create function find_newest_cards() returns trigger language plpgsql as 'begin return null; end';
create function find_newest_chains() returns trigger language plpgsql as 'begin return null; end';
create function find_newest_subjects() returns trigger language plpgsql as 'begin return null; end';
create function find_cards() returns trigger language plpgsql as 'begin return null; end';
create function find_chains() returns trigger language plpgsql as 'begin return null; end';
create function find_subjects() returns trigger language plpgsql as 'begin return null; end';
create function rank_cards() returns trigger language plpgsql as 'begin return null; end';
create function rank_chains() returns trigger language plpgsql as 'begin return null; end';
create function rank_subjects() returns trigger language plpgsql as 'begin return null; end';
create function ask_search() returns trigger language plpgsql as 'begin return null; end';
create function search_keys() returns trigger language plpgsql as 'begin return null; end';
create function search_words_in() returns trigger language plpgsql as 'begin return null; end';
create function name_words() returns trigger language plpgsql as 'begin return null; end';
create function slips() returns trigger language plpgsql as 'begin return null; end';
create function without_makers() returns trigger language plpgsql as 'begin return null; end';
create function keys_in_stretch() returns trigger language plpgsql as 'begin return null; end';
create function search_stretch() returns trigger language plpgsql as 'begin return null; end';
create function search_bonus() returns trigger language plpgsql as 'begin return null; end';

create trigger cards_are_found after insert on cards for each row execute function index_card();
create trigger cards_are_ranked after update on cards for each row execute function rank_card();
create trigger chains_are_found after insert on chains for each row execute function index_chain();
create trigger chains_are_ranked after update on chains for each row execute function rank_chain();
create trigger subjects_are_found after insert on subjects for each row execute function index_subject();
create trigger subjects_are_ranked after update on subjects for each row execute function rank_subject();
create trigger users_rename_their_works after update on users for each row execute function index_works();

drop table migrations;
create table migrations (
  name text primary key,
  ran_at timestamptz not null default now()
);
insert into migrations (name) values ('0001-people.sql'), ('0034-activity-as-of.sql'), ('0035-demo-accounts.sql');

-- Whom a letter is about, and who follows a topic.

-- Letters to others that name a person go with that person.
alter table mail_outbox add column about_id bigint;
create index mail_outbox_about on mail_outbox (about_id) where about_id is not null;

-- People who chose a topic, newest members first: suggestions look at the first of them only.
create index user_topics_newest on user_topics (topic_id, user_id desc);

create table mail_outbox (
  id bigint generated always as identity primary key,
  -- The purpose of the e-mail, as named in the code.
  kind text not null,
  recipient text not null,
  -- The user the e-mail is about, if not the recipient: it is deleted with that user.
  about_id bigint,
  subject text not null,
  -- Both may contain a link that signs in, so they are deleted once the e-mail is sent.
  html text,
  text text,
  -- The same for every attempt, so that the receiver recognises duplicates.
  message_id text not null constraint mail_outbox_one_per_message_id unique,
  -- kept: shown in the demo mailbox, because there is no mail server.
  state text not null default 'waiting'
    constraint mail_outbox_state_is_known check (state in ('waiting', 'sent', 'kept', 'failed')),
  attempts integer not null default 0,
  last_error text,
  -- Set by the first attempt that fails.
  give_up_at timestamptz,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  sent_at timestamptz,
  constraint mail_outbox_unsent_have_a_body check (state = 'sent' or (html is not null and text is not null)),
  constraint mail_outbox_sent_have_a_time check ((state = 'sent') = (sent_at is not null)),
  constraint mail_outbox_settled_have_a_time check ((state = 'waiting') = (settled_at is null))
);

create index mail_outbox_waiting on mail_outbox (id) where state = 'waiting';
create index mail_outbox_kept on mail_outbox (id desc) where state = 'kept';
create index mail_outbox_settled on mail_outbox (settled_at) where settled_at is not null;
create index mail_outbox_about on mail_outbox (about_id) where about_id is not null;

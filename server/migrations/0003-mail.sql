-- Letters on their way out.

create table mail_outbox (
  id bigint generated always as identity primary key,
  -- What the letter is for, in the code's words; for counting and for finding.
  kind text not null,
  recipient text not null,
  subject text not null,
  -- Both may carry a link that lets its reader in, so they are erased once the letter is sent.
  html text,
  text text,
  -- Stays the same through every attempt, so that a letter that arrives twice is recognised as one.
  message_id text not null constraint mail_outbox_one_per_message_id unique,
  -- kept: in the demo mailbox, because there is nowhere to send to.
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

-- One notice per detail, because each detail has its own sentence: a suggestion for a card and a remix of it,
-- a suggestion that was accepted and one that was declined.
drop index notices_once_while_unread;
create unique index notices_once_while_unread on notices (user_id, kind, object_kind, object_id, detail)
  nulls not distinct where seen_at is null;

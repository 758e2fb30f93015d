-- Enqueues a push message about an unread notice to each browser of these users, unless they switched it off for this
-- kind. Events that follow each other closely share one message. The kinds without push messages by default are those
-- of `defaults` in domains/notices/settings.ts.
create or replace function enqueue_pushes(
  people bigint[], about notice_kind, of_kind notice_object, of_id bigint
) returns void
language plpgsql as $$
declare
  message record;
begin
  for message in
    select distinct on (subscription.id) subscription.id as subscription_id, subscription.user_id, notice.id as notice_id
    from push_subscriptions as subscription
    join notices as notice on notice.user_id = subscription.user_id and notice.kind = about
      and notice.object_kind = of_kind and notice.object_id = of_id and notice.seen_at is null
    where subscription.user_id = any (people)
      and coalesce(
        (
          select channel.push from notice_channels as channel
          where channel.user_id = notice.user_id and channel.kind = about
        ),
        about not in ('like', 'great', 'review_due')
      )
    -- Of two notices that differ in their detail the latest is the one just told.
    order by subscription.id, notice.moved_at desc
  loop
    perform graphile_worker.add_job(
      'notices.push',
      json_build_object(
        'userId', message.user_id, 'subscriptionId', message.subscription_id, 'noticeId', message.notice_id
      ),
      job_key => 'notices.push:' || message.subscription_id || ':' || message.notice_id,
      job_key_mode => 'preserve_run_at'
    );
  end loop;
end
$$;

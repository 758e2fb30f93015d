import { canonicalEmail } from '@gyan/contract/credentials.ts';
import type { Config } from '#config.ts';
import { decodeCursor, pageSize } from '#db/page.ts';
import type { Database } from '#db/pool.ts';
import { queueMail } from '#domains/mail/actions.ts';
import { emailLink, feedbackEmail } from '#domains/mail/emails.ts';
import { type Binding, bind, JsonText } from '#http/serve.ts';
import { insertFeedback, listFeedback, type NewFeedback, newestFeedback } from './queries.ts';

interface FeedbackDeps {
  db: Database;
  config: Pick<Config, 'publicUrl' | 'mailFrom' | 'operatorEmail'>;
}

export function feedbackRoutes({ db, config }: FeedbackDeps): Binding[] {
  return [
    bind('POST /feedback', async ({ body }) => {
      await takeFeedback(
        { db, config },
        {
          kind: body.kind ?? 'feedback',
          name: body.name ?? null,
          email: body.emailId === undefined ? null : (canonicalEmail(body.emailId) ?? body.emailId),
          message: body.feedback,
        },
      );
      return {};
    }),
    bind(
      'GET /r/feedback',
      async ({ query }) =>
        new JsonText(
          await listFeedback(db, {
            limit: pageSize(query),
            after: decodeCursor(query.cursor, newestFeedback),
          }),
        ),
    ),
  ];
}

/** Stores feedback for the admins and e-mails it to the operator, if one is configured. */
async function takeFeedback({ db, config }: FeedbackDeps, feedback: NewFeedback): Promise<void> {
  const { operatorEmail } = config;
  await db.transaction(async (tx) => {
    await insertFeedback(tx, feedback);
    if (operatorEmail === undefined) return;
    await queueMail(tx, config, {
      to: operatorEmail,
      kind: 'feedback',
      content: feedbackEmail({ ...feedback, url: emailLink(config.publicUrl, '/') }),
    });
  });
}

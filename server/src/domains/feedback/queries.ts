import sql from 'sql-template-tag';
import type { ExportRow } from '#db/export.ts';
import { nanoseconds } from '#db/json.ts';
import { type CursorValues, cursorSql, onePage, pageStatement } from '#db/page.ts';
import type { Db, Transaction } from '#db/pool.ts';

export interface NewFeedback {
  kind: 'feedback' | 'contact';
  name: string | null;
  email: string | null;
  message: string;
}

export async function insertFeedback(tx: Transaction, feedback: NewFeedback): Promise<void> {
  await tx.query(sql`
    insert into feedback (kind, name, email, message)
    values (${feedback.kind}, ${feedback.name}, ${feedback.email}, ${feedback.message})`);
}

/** The cursor before the newest feedback. */
export const newestFeedback: CursorValues = ['9007199254740991'];

const newestFirst = pageStatement(
  'feedbackModelVec',
  `select json_build_object(
       'id', id,
       'kind', kind,
       'name', name,
       'emailId', email,
       'feedback', message,
       'createdAt', ${nanoseconds('created_at')}
     ) as item, ${cursorSql('id')} as cursor
   from feedback
   where id < $2::bigint
   order by id desc
   limit ${onePage}`,
);

export async function listFeedback(db: Db, page: { limit: number; after: CursorValues }): Promise<string> {
  const [row] = await db.query<{ body: string }>({
    name: 'feedback',
    text: newestFirst,
    values: [page.limit, ...page.after],
  });
  return row?.body ?? '';
}

/** Feedback sent with the user's address; sending it needs no sign-in. */
export function exportFeedback(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select feedback.id, json_build_object(
        'kind', kind, 'name', name, 'email', feedback.email, 'message', message, 'createdAt', feedback.created_at
      )::text as item
    from feedback join users on lower(users.email) = lower(feedback.email)
    where users.id = ${userId} and users.email_verified_at is not null and feedback.id > ${afterId}
    order by feedback.id
    limit 100`);
}

export async function eraseFeedbackOf(tx: Transaction, email: string): Promise<void> {
  await tx.query(sql`delete from feedback where lower(email) = lower(${email})`);
}

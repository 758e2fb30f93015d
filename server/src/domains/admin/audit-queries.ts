import { nanoseconds } from '#db/json.ts';
import { type CursorValues, cursorSql, onePage, pageStatement } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { personJson } from '#domains/users/view.ts';

/** The cursor before the newest entry. */
export const newestAuditEntry: CursorValues = ['9007199254740991'];

const isSignIn = `audit.act in ('sign-in.succeeded', 'sign-in.failed')`;

/** Read when it is shown: the log itself holds no names. */
const targetName = `case audit.target_kind
         when 'user' then (
           select coalesce(nullif(trim(first_name || ' ' || last_name), ''), 'Unknown')
           from users where id = audit.target_id and leaving_at is null
         )
         when 'card' then (select title from cards where id = audit.target_id)
         when 'chain' then (select title from chains where id = audit.target_id)
         when 'subject' then (select title from subjects where id = audit.target_id)
         when 'topic' then (select name from topics where id = audit.target_id)
       end`;

const auditEntries = (condition = 'true') =>
  pageStatement(
    'auditModelVec',
    `select json_build_object(
       'id', audit.id,
       'createdAt', ${nanoseconds('audit.created_at')},
       'actorModel', case when actor.id is not null then ${personJson('actor', 'photo')} end,
       'action', audit.act,
       'targetKind', audit.target_kind,
       'targetId', audit.target_id,
       'targetName', ${targetName},
       'detail', (select string_agg(key || ': ' || value, ', ') from jsonb_each_text(audit.detail))
     ) as item, ${cursorSql('audit.id')} as cursor
   from audit
   left join users as actor on actor.id = audit.actor_id and actor.leaving_at is null
   left join photos as photo on photo.id = actor.photo_id
   where audit.id < $2::bigint and ${condition}
   order by audit.id desc
   limit ${onePage}`,
  );

const statements = {
  audit: auditEntries(),
  'audit-sign-ins': auditEntries(isSignIn),
  'audit-actions': auditEntries(`not (${isSignIn})`),
};

export async function listAuditEntries(
  db: Db,
  page: { limit: number; after: CursorValues; signIns?: boolean | undefined },
): Promise<string> {
  const name = page.signIns === undefined ? 'audit' : page.signIns ? 'audit-sign-ins' : 'audit-actions';
  const [row] = await db.query<{ body: string }>({
    name,
    text: statements[name],
    values: [page.limit, ...page.after],
  });
  return row?.body ?? '';
}

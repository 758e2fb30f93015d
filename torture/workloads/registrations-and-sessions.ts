import sql from 'sql-template-tag';
import { demoPassword, demoPeople } from '../../demo/people.ts';
import { hashToken } from '../../server/src/lib/tokens.ts';
import { type Fixture, sendOnce, type Workload } from './workload.ts';

/** Sign-ups. An account, its registration and its e-mail exist all or not at all. */
export function registrationWorkload(fixture: Fixture): Workload {
  const registered = new Set<string>();
  let count = 0;
  return {
    name: 'registrations',
    get acknowledged() {
      return registered.size;
    },
    async write() {
      count += 1;
      const email = `registered-${count}@example.org`;
      await sendOnce(fixture.api, '/register', {
        method: 'POST',
        body: {
          firstName: 'New',
          lastName: `Number ${count}`,
          emailID: email,
          password: 'a lamp in the study',
        },
      });
      registered.add(email);
    },
    // Sign-up takes no idempotency key: a retry would send a second e-mail.
    settle: async () => {},
    async verify(db) {
      const rows = await db.query<{
        email: string;
        users: number;
        registrations: number;
        emails: number;
      }>(sql`
        select email, count(distinct users.id)::int as users, count(distinct registrations.id)::int as registrations,
          count(distinct mail_outbox.id)::int as emails
        from users
        full join registrations on registrations.user_id = users.id
        full join mail_outbox on recipient = email and kind = 'verify'
        where coalesce(email, recipient) like 'registered-%'
        group by email`);
      const there = new Set(rows.map(({ email }) => email));
      const lost = [...registered].filter((email) => !there.has(email)).length;
      const inconsistent = rows.filter(
        (row) => row.users !== 1 || row.registrations !== 1 || row.emails !== 1,
      ).length;
      return [
        ...(lost > 0 ? [`${lost} registrations are gone`] : []),
        ...(inconsistent > 0 ? [`${inconsistent} registrations are incomplete or duplicated`] : []),
      ];
    },
  };
}

/** Sign-ins, half of them followed by a sign-out. */
export function sessionWorkload(fixture: Fixture): Workload {
  const open = new Set<string>();
  const ended = new Set<string>();
  return {
    name: 'sessions',
    get acknowledged() {
      return open.size + 2 * ended.size;
    },
    async write() {
      const text = await sendOnce(fixture.api, '/login', {
        method: 'POST',
        body: { emailId: demoPeople[0]?.email, password: demoPassword },
      });
      const { authToken } = JSON.parse(text) as { authToken: string };
      if (Math.random() < 0.5) {
        open.add(authToken);
        return;
      }
      await sendOnce(fixture.api, '/r/logout', { method: 'POST', token: authToken });
      ended.add(authToken);
    },
    settle: async () => {},
    async verify(db) {
      const count = async (tokens: ReadonlySet<string>) => {
        const [row] = await db.query<{ count: number }>(
          sql`select count(*) from sessions where token_hash = any(${[...tokens].map(hashToken)})`,
        );
        return row?.count ?? 0;
      };
      const missing = open.size - (await count(open));
      const reopened = await count(ended);
      return [
        ...(missing > 0 ? [`${missing} sessions are gone`] : []),
        ...(reopened > 0 ? [`${reopened} sessions are open that were ended`] : []),
      ];
    },
  };
}

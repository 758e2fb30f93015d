import sql from 'sql-template-tag';
import { demoPassword, demoPeople } from '../../demo/people.ts';
import { hashToken } from '../../server/src/lib/tokens.ts';
import { type Ground, type Trade, wish } from './trade.ts';

/** Everybody signs up once. An account, its registration and its letter are one thing: all of them are there, or none. */
export function registering(ground: Ground): Trade {
  const answered = new Set<string>();
  let asked = 0;
  return {
    name: 'registrations',
    get acknowledged() {
      return answered.size;
    },
    async write() {
      asked += 1;
      const email = `registered-${asked}@example.org`;
      await wish(ground.api, '/register', {
        method: 'POST',
        body: {
          firstName: 'New',
          lastName: `Number ${asked}`,
          emailID: email,
          password: 'a lamp in the study',
        },
      });
      answered.add(email);
    },
    // Without a key: who asks again asks for a second letter.
    settle: async () => {},
    async verify(db) {
      const rows = await db.query<{
        email: string;
        users: number;
        registrations: number;
        letters: number;
      }>(sql`
        select email, count(distinct users.id)::int as users, count(distinct registrations.id)::int as registrations,
          count(distinct mail_outbox.id)::int as letters
        from users
        full join registrations on registrations.user_id = users.id
        full join mail_outbox on recipient = email and kind = 'verify'
        where coalesce(email, recipient) like 'registered-%'
        group by email`);
      const there = new Set(rows.map(({ email }) => email));
      const lost = [...answered].filter((email) => !there.has(email)).length;
      const half = rows.filter(
        (row) => row.users !== 1 || row.registrations !== 1 || row.letters !== 1,
      ).length;
      return [
        ...(lost > 0 ? [`${lost} registrations are gone`] : []),
        ...(half > 0 ? [`${half} registrations happened only half, or twice`] : []),
      ];
    },
  };
}

/** Signing in, and out again every other time. */
export function signingIn(ground: Ground): Trade {
  const open = new Set<string>();
  const ended = new Set<string>();
  return {
    name: 'sessions',
    get acknowledged() {
      return open.size + 2 * ended.size;
    },
    async write() {
      const text = await wish(ground.api, '/login', {
        method: 'POST',
        body: { emailId: demoPeople[0]?.email, password: demoPassword },
      });
      const { authToken } = JSON.parse(text) as { authToken: string };
      if (Math.random() < 0.5) {
        open.add(authToken);
        return;
      }
      await wish(ground.api, '/r/logout', { method: 'POST', token: authToken });
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
      const gone = open.size - (await count(open));
      const back = await count(ended);
      return [
        ...(gone > 0 ? [`${gone} sessions are gone`] : []),
        ...(back > 0 ? [`${back} sessions are open that were ended`] : []),
      ];
    },
  };
}

import type pg from 'pg';
import type { NamedSql } from '../server/src/db/pool.ts';
import { listNotices, newestNotice } from '../server/src/domains/notices/queries.ts';
import { apiBase, get, type Measurement, type Person, signedIn } from './bench.ts';
import type { QueryReference } from './reference-server.ts';
import { ratioFinding } from './report.ts';

// What every open page asks once a minute, and the list behind it.

/** Unread notices of the user, and how many people each of them names. */
const unread = 60;
const actors = 12;
const limit = 28;
const countPath = `${apiBase}/r/notice_count`;
const listPath = `${apiBase}/r/notices?limit=${limit}`;

/** Likes of many people on cards, told to the user until disposed. */
async function addNotices(client: pg.Client, userId: number): Promise<AsyncDisposable> {
  await client.query(
    `select count(tell(array[$1::bigint], 'like', 'card', card.id, $1, person.id, 0, now() - card.id * interval '1 minute', null))
     from (select id from cards order by id limit $2) as card,
       (select id from users where id <> $1 order by id limit $3) as person`,
    [userId, unread, actors],
  );
  await client.query('analyze notices, notice_actors');
  return {
    async [Symbol.asyncDispose]() {
      await client.query('delete from notices where user_id = $1', [userId]);
    },
  };
}

/** The statement of the list as it is run, for the reference server. */
async function listReference({ viewer }: Person): Promise<QueryReference> {
  const recorded: NamedSql[] = [];
  const recorder = {
    async query<Row extends object>(statement: object): Promise<Row[]> {
      recorded.push(statement as NamedSql);
      return [];
    },
  };
  await listNotices(recorder, viewer, { limit, after: newestNotice, kind: undefined });
  const [statement] = recorded;
  if (!statement) throw new Error('The list ran no statement.');
  const { name, text, values } = statement;
  return { kind: 'query', method: 'GET', url: '/query/notices', name, text, values, column: 'people' };
}

export const noticeMeasurements: Measurement[] = [
  {
    name: 'notices',
    prepare: async ({ people }) => [
      {
        kind: 'bytes',
        url: '/bytes/notice-count',
        bytes: Buffer.from(JSON.stringify({ unreadCount: unread })),
        headers: { 'content-type': 'application/json; charset=utf-8' },
      },
      await listReference(people.few),
    ],
    async measure(bench) {
      const { few } = bench.people;
      await using cleanup = bench.started.use(new AsyncDisposableStack());
      cleanup.use(await addNotices(bench.client, few.viewer.userId));
      const { product, referenceServer: server } = bench;
      const headers = signedIn(few);
      const known = { ...headers, 'if-none-match': `"${unread}"` };
      const count = await bench.compare(
        {
          unchanged: { server: product, buildRequest: get(countPath, known), status: 304 },
          bytes: { server, buildRequest: get('/bytes/notice-count') },
        },
        { amount: 1000 },
      );
      const list = await bench.compare(
        {
          computed: { server: product, buildRequest: get(listPath, headers) },
          reference: { server, buildRequest: get('/query/notices') },
        },
        { amount: 300 },
      );
      return [
        ratioFinding('GET /r/notice_count, unchanged', count.unchanged, { name: 'B', cost: count.bytes }, 2),
        ratioFinding('GET /r/notices', list.computed, { name: 'Q', cost: list.reference }, 1.5),
      ];
    },
  },
];

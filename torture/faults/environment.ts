import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import sql from 'sql-template-tag';
import { type Embedded, startEmbedded } from '../../server/src/db/embedded.ts';
import { startAi, type TestAi } from '../../server/test/ai.ts';
import { makeCard } from '../../server/test/factories.ts';
import { startS3 } from '../../server/test/s3.ts';
import { startSmtp, type TestSmtp } from '../../server/test/smtp.ts';
import { startYoutube, type TestYoutube } from '../../server/test/youtube.ts';
import { waitForInvariants, withDatabase } from '../support/database.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { makePeople, type Person } from '../support/people.ts';
import { type Product, startProduct } from '../support/product.ts';
import type { ScriptContext } from '../support/torture-script.ts';

/** The product and every service it uses, each behind a fault proxy. */
export interface FaultEnvironment {
  context: ScriptContext;
  product: Product;
  dataDir: string;
  database: Embedded;
  smtp: TestSmtp;
  ai: TestAi;
  youtube: TestYoutube;
  proxies: Record<'database' | 'smtp' | 'ai' | 'storage' | 'youtube', FaultProxy>;
  person: Person;
  cardId: number;
  /** Counts open connections to the database. */
  connections: () => Promise<number>;
}

export async function startEnvironment(context: ScriptContext): Promise<FaultEnvironment> {
  const { cleanup } = context;
  const dataDir = join(context.folder, 'data');
  const database = await startEmbedded({ dataDir, log: pino({ level: 'silent' }) });
  cleanup.defer(() => database.stop());
  const smtp = await startSmtp();
  cleanup.defer(() => smtp.stop());
  const ai = await startAi();
  cleanup.defer(() => ai.stop());
  const youtube = await startYoutube();
  cleanup.defer(() => youtube.stop());
  const s3 = await startS3();
  cleanup.defer(() => s3.stop());

  const before = async (port: number) => {
    const proxy = await startFaultProxy({ port });
    cleanup.defer(() => proxy.stop());
    return proxy;
  };
  const storageUrl = new URL(s3.url);
  const endpoint = new URL(storageUrl.searchParams.get('endpoint') ?? '');
  const proxies = {
    database: await before(Number(new URL(database.url).port)),
    smtp: await before(Number(new URL(smtp.url).port)),
    ai: await before(Number(new URL(ai.url).port)),
    storage: await before(Number(endpoint.port)),
    youtube: await before(Number(new URL(youtube.url).port)),
  };
  endpoint.port = String(proxies.storage.port);
  storageUrl.searchParams.set('endpoint', endpoint.href);
  const behind = (address: string, { port }: FaultProxy) => Object.assign(new URL(address), { port }).href;

  const product = await startProduct({
    dataDir,
    env: {
      DATABASE_URL: behind(database.url, proxies.database),
      SMTP_URL: behind(smtp.url, proxies.smtp),
      AI_BASE_URL: behind(ai.url, proxies.ai),
      AI_MODEL: 'any',
      YOUTUBE_OEMBED_URL: behind(`${youtube.url}/oembed`, proxies.youtube),
      YOUTUBE_THUMBNAIL_URL: behind(`${youtube.url}/vi`, proxies.youtube),
      STORAGE_URL: storageUrl.href,
      AWS_ACCESS_KEY_ID: s3.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
    },
  });
  cleanup.defer(async () => {
    const { code } = await product.stop();
    context.check(code === 0, `the last stop ended with ${code}`);
  });
  const { person, cardId } = await withDatabase(dataDir, async (db) => {
    const [one] = await makePeople(db, 1);
    if (!one) throw new Error('No user was created.');
    const made = await makeCard(db, { ownerId: one.id });
    await db.query(
      sql`update cards set score = trending_score(like_count, comment_count, great, created_at)`,
    );
    return { person: one, cardId: made };
  });
  return {
    context,
    product,
    dataDir,
    database,
    smtp,
    ai,
    youtube,
    proxies,
    person,
    cardId,
    connections: () => countConnections(dataDir),
  };
}

async function countConnections(dataDir: string): Promise<number> {
  return withDatabase(dataDir, async (db) => {
    const [row] = await db.query<{ count: number }>(sql`
      select count(*) from pg_stat_activity where datname = 'gyan' and application_name <> 'torture'`);
    return row?.count ?? 0;
  });
}

/** After a fault: all invariants hold and no connection has leaked. */
export async function verifyRecovered(
  { context, dataDir, connections }: FaultEnvironment,
  after: string,
  maxConnections: number,
): Promise<void> {
  const deadline = performance.now() + 20_000;
  let open = await connections();
  while (open > maxConnections && performance.now() < deadline) {
    await sleep(250);
    open = await connections();
  }
  context.check(
    open <= maxConnections,
    `${after}: ${open} connections to the database are open, at most ${maxConnections} expected`,
  );
  for (const message of await withDatabase(dataDir, (db) => waitForInvariants(db)))
    context.fail(`${after}: ${message}`);
}

import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { makePicture } from '../../server/test/factories.ts';
import { sendRequest } from '../support/client.ts';
import { withDatabase } from '../support/database.ts';
import type { Fault } from '../support/fault-proxy.ts';
import { describeResponse } from '../support/probe.ts';
import type { FaultEnvironment } from './environment.ts';

const faults: Fault[] = [{ kind: 'down' }, { kind: 'reset' }, { kind: 'cut' }, { kind: 'swallow' }];
/** Posting does not wait for YouTube. */
const maxMs = 2_000;
/** Longer than the first retry delay of all videos in sequence. */
const arrivalMs = 45_000;

let made = 0;

/** Adds a video to the test YouTube and returns its id. */
export function makeVideo({ youtube }: FaultEnvironment, stills: Record<string, Buffer> = {}): string {
  made += 1;
  const id = `fault-${String(made).padStart(5, '0')}`;
  youtube.videos.set(id, { title: `Video ${made}`, stills });
  return id;
}

/** Posts videos while YouTube is down; their stills must be fetched after it recovers. */
export async function breakVideoStills(environment: FaultEnvironment): Promise<number> {
  const { context, product, person, proxies, dataDir } = environment;
  const still = await makePicture('#863');
  const titles: string[] = [];
  for (const fault of faults) {
    await proxies.youtube.set(fault);
    const title = `A video while YouTube is ${fault.kind}`;
    const response = await sendRequest(product.api, '/r/post', {
      method: 'POST',
      token: person.token,
      form: {
        postType: 'kVideo',
        videoProvider: 'kYoutube',
        title,
        embedVideoUrl: `https://youtu.be/${makeVideo(environment, { 'hqdefault.jpg': still })}`,
      },
    }).catch((error: Error) => error);
    const isOk = !(response instanceof Error) && response.status === 200 && response.ms < maxMs;
    context.check(isOk, `YouTube ${fault.kind}: posting a video had ${describeResponse(response)}`);
    titles.push(title);
    // The job has tried to fetch the still by then.
    await sleep(1_000);
    await proxies.youtube.set({ kind: 'none' });
    console.log(`YouTube ${fault.kind}: posting a video had ${describeResponse(response)}`);
  }
  const listWithoutStill = () =>
    withDatabase(dataDir, (db) =>
      db.query<{ title: string }>(
        sql`select title from cards where title = any(${titles}) and photo_id is null`,
      ),
    );
  const startedAt = performance.now();
  while ((await listWithoutStill()).length > 0 && performance.now() - startedAt < arrivalMs) await sleep(500);
  const left = await listWithoutStill();
  for (const { title } of left) context.fail(`“${title}” has no picture`);
  console.log(
    `YouTube: ${titles.length - left.length} of ${titles.length} stills came within ${Math.round(performance.now() - startedAt)} ms`,
  );
  return faults.length;
}

import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { makePicture } from '../../server/test/factories.ts';
import { inWords } from '../support/bystanders.ts';
import { ask } from '../support/client.ts';
import { withDatabase } from '../support/database.ts';
import type { Fault } from '../support/fault-proxy.ts';
import type { Scene } from './scene.ts';

const faults: Fault[] = [{ kind: 'down' }, { kind: 'reset' }, { kind: 'cut' }, { kind: 'swallow' }];
/** Nobody who posts waits for another site. */
const mostMs = 2_000;
/** Longer than the first pause before a video is asked for its still again, for all of them in turn. */
const arrivalMs = 45_000;

let made = 0;

/** A video that YouTube knows; answers its id. */
export function makeVideo({ youtube }: Scene, stills: Record<string, Buffer> = {}): string {
  made += 1;
  const id = `fault-${String(made).padStart(5, '0')}`;
  youtube.videos.set(id, { title: `Video ${made}`, stills });
  return id;
}

/** People post videos under titles of their own while YouTube is away, and the stills come when it is back. */
export async function breakStills(scene: Scene): Promise<number> {
  const { stage, product, person, ways, dataDir } = scene;
  const still = await makePicture('#863');
  const titles: string[] = [];
  for (const fault of faults) {
    await ways.youtube.set(fault);
    const title = `A video while YouTube is ${fault.kind}`;
    const answer = await ask(product.api, '/r/post', {
      method: 'POST',
      token: person.token,
      form: {
        postType: 'kVideo',
        videoProvider: 'kYoutube',
        title,
        embedVideoUrl: `https://youtu.be/${makeVideo(scene, { 'hqdefault.jpg': still })}`,
      },
    }).catch((error: Error) => error);
    const isWell = !(answer instanceof Error) && answer.status === 200 && answer.ms < mostMs;
    stage.check(isWell, `YouTube ${fault.kind}: posting a video had ${inWords(answer)}`);
    titles.push(title);
    // Until it has been asked for the still.
    await sleep(1_000);
    await ways.youtube.set({ kind: 'none' });
    console.log(`YouTube ${fault.kind}: posting a video had ${inWords(answer)}`);
  }
  const bare = () =>
    withDatabase(dataDir, (db) =>
      db.query<{ title: string }>(
        sql`select title from cards where title = any(${titles}) and photo_id is null`,
      ),
    );
  const begun = performance.now();
  while ((await bare()).length > 0 && performance.now() - begun < arrivalMs) await sleep(500);
  const left = await bare();
  for (const { title } of left) stage.fail(`“${title}” has no picture`);
  console.log(
    `YouTube: ${titles.length - left.length} of ${titles.length} stills came within ${Math.round(performance.now() - begun)} ms`,
  );
  return faults.length;
}

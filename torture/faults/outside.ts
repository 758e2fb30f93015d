import { setTimeout as sleep } from 'node:timers/promises';
import { makePicture } from '../../server/test/factories.ts';
import { type Bystanders, inWords, quantile, saysComeBack, watch } from '../support/bystanders.ts';
import { type Answer, ask, demand } from '../support/client.ts';
import type { Fault, FaultProxy } from '../support/fault-proxy.ts';
import type { Scene } from './scene.ts';
import { makeVideo } from './videos.ts';

/** Others may wait twice as long as they did before, and not longer; below this nobody notices anything. */
const mostTimes = 2;
const unnoticedMs = 5;
/** More than the breakers of both processes take to open. */
const together = 16;

const faults: Fault[] = [{ kind: 'down' }, { kind: 'reset' }, { kind: 'cut' }, { kind: 'swallow' }];

/** Something outside that the product asks while somebody waits. */
interface Outside {
  name: string;
  way: FaultProxy;
  ask: () => Promise<Answer | Error>;
  /** What people can do meanwhile, where they are told. */
  advises?: RegExp;
  /** Longer than the product itself is patient. */
  patienceMs: number;
  /** Until it is asked again after it has failed often. */
  restMs: number;
}

/** Breaks every one of them, or only the one of this name. */
export async function breakOutside(
  scene: Scene,
  only?: string,
): Promise<{ faults: number; slowest: number }> {
  const picture = await storePicture(scene);
  const before = await calm(scene);
  const broken = outsides(scene, picture).filter(
    ({ name }) => only === undefined || name.toLowerCase() === only,
  );
  let slowest = 0;
  for (const outside of broken) {
    for (const fault of faults) {
      const times = await breakOne(scene, outside, fault, before);
      slowest = Math.max(slowest, times);
    }
  }
  return { faults: faults.length * broken.length, slowest };
}

async function breakOne(scene: Scene, outside: Outside, fault: Fault, before: number): Promise<number> {
  const { stage } = scene;
  const name = `${outside.name} ${fault.kind}`;
  await outside.way.set(fault);
  const bystanders = watchOthers(scene);
  const answers = await Promise.all(Array.from({ length: together }, () => outside.ask()));
  const late = await outside.ask();
  await bystanders.end();
  await outside.way.set({ kind: 'none' });
  for (const answer of [...answers, late]) {
    stage.check(saysComeBack(answer), `${name}: had ${inWords(answer)}`);
    stage.check(answer instanceof Error || answer.ms < outside.patienceMs, `${name}: had ${inWords(answer)}`);
    const advice = answer instanceof Error ? '' : answer.text;
    stage.check(outside.advises?.test(advice) ?? true, `${name}: people are told ${advice}`);
  }
  // By then it is known that there is no point in asking.
  stage.check(
    late instanceof Error || late.ms < 1_500,
    `${name}: after ${together} failures had ${inWords(late)}`,
  );
  const times = compare(stage, name, bystanders, before);
  const back = await untilWell(outside);
  stage.check(back !== undefined, `${name}: does not work again`);
  console.log(
    `${name}: ${inWords(answers[0] ?? late)}, then ${inWords(late)}; others waited × ${times.toFixed(2)}; well again after ${back} ms`,
  );
  return times;
}

function outsides(scene: Scene, picture: string): Outside[] {
  const { product, ways, person } = scene;
  const patient = async (base: string, path: string) =>
    ask(base, path, { token: person.token, timeoutMs: 60_000 }).catch((error: Error) => error);
  return [
    {
      name: 'storage',
      way: ways.storage,
      ask: () => patient(product.url, picture),
      patienceMs: 20_000,
      restMs: 25_000,
    },
    {
      name: 'AI',
      way: ways.ai,
      ask: () => patient(product.api, '/r/gen?p=Why%20is%20the%20sky%20blue'),
      patienceMs: 32_000,
      restMs: 25_000,
    },
    {
      name: 'YouTube',
      way: ways.youtube,
      // Another video each time: what is known of one is kept.
      ask: () => patient(product.api, `/r/video_metadata?videoId=${makeVideo(scene)}`),
      advises: /type the title yourself/,
      patienceMs: 10_000,
      restMs: 20_000,
    },
  ];
}

async function untilWell({ ask: askIt, restMs }: Outside): Promise<number | undefined> {
  const begun = performance.now();
  while (performance.now() - begun < restMs + 5_000) {
    const answer = await askIt();
    if (!(answer instanceof Error) && answer.status === 200) return Math.round(performance.now() - begun);
    await sleep(500);
  }
  return undefined;
}

/** Posts a card with a picture, and answers where that is. */
async function storePicture({ product, person }: Scene): Promise<string> {
  const { feedItemModel } = await demand<{
    feedItemModel: { postModel: { photoModelVec: { specMap: Record<string, { url: string }> }[] } };
  }>(product.api, '/r/post', {
    method: 'POST',
    token: person.token,
    form: {
      title: 'Seen through a keyhole',
      statusText: 'A picture that is kept elsewhere.',
      photoBase64: (await makePicture('#246')).toString('base64'),
    },
    timeoutMs: 30_000,
  });
  const url = feedItemModel.postModel.photoModelVec[0]?.specMap.sm?.url;
  if (url === undefined) throw new Error('The card has no picture.');
  return url;
}

/** What has nothing to do with the outside. */
function watchOthers({ product, person, cardId }: Scene): Bystanders {
  const { token } = person;
  return watch(product.api, [
    { path: `/r/post?postId=${cardId}`, asked: { token } },
    { path: '/r/post_like', asked: { method: 'PUT', token, body: { postId: cardId, liked: true } } },
    { path: '/posts' },
  ]);
}

async function calm(scene: Scene): Promise<number> {
  const bystanders = watchOthers(scene);
  await sleep(5_000);
  await bystanders.end();
  return quantile(bystanders.waited, 50);
}

function compare(
  stage: Scene['stage'],
  name: string,
  { waited, refused }: Bystanders,
  before: number,
): number {
  const during = quantile(waited, 50);
  stage.check(
    refused.length === 0,
    `${name}: others had ${refused[0]}, and ${refused.length - 1} more like it`,
  );
  stage.check(
    waited.length < 20 || during <= Math.max(before * mostTimes, unnoticedMs),
    `${name}: others waited ${during.toFixed(1)} ms instead of ${before.toFixed(1)}`,
  );
  return waited.length < 20 ? 1 : during / before;
}

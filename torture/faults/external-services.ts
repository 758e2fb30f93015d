import { setTimeout as sleep } from 'node:timers/promises';
import { makePicture } from '../../server/test/factories.ts';
import { type ApiResponse, requestJson, sendRequest } from '../support/client.ts';
import type { Fault, FaultProxy } from '../support/fault-proxy.ts';
import { describeResponse, isRetryLater, type Probe, quantile, startProbe } from '../support/probe.ts';
import type { FaultEnvironment } from './environment.ts';
import { makeVideo } from './video-stills.ts';

/** Other requests may take at most this many times their baseline; times below `negligibleMs` do not count. */
const maxSlowdown = 2;
const negligibleMs = 5;
/** More failures than the circuit breakers of both processes need to open. */
const concurrency = 16;

const faults: Fault[] = [{ kind: 'down' }, { kind: 'reset' }, { kind: 'cut' }, { kind: 'swallow' }];

/** An external service that is called within a user's request. */
interface ExternalService {
  name: string;
  proxy: FaultProxy;
  send: () => Promise<ApiResponse | Error>;
  /** Matches the advice in the error message, if it gives any. */
  advice?: RegExp;
  /** Longer than the product's own timeout. */
  maxWaitMs: number;
  /** How long the circuit breaker stays open. */
  breakerResetMs: number;
}

/** Breaks each service, or only the one named. */
export async function breakExternalServices(
  environment: FaultEnvironment,
  only?: string,
): Promise<{ faults: number; slowest: number }> {
  const picture = await storePicture(environment);
  const baselineMs = await measureBaseline(environment);
  const services = externalServices(environment, picture).filter(
    ({ name }) => only === undefined || name.toLowerCase() === only,
  );
  let slowest = 0;
  for (const service of services) {
    for (const fault of faults) {
      const slowdown = await breakService(environment, service, fault, baselineMs);
      slowest = Math.max(slowest, slowdown);
    }
  }
  return { faults: faults.length * services.length, slowest };
}

async function breakService(
  environment: FaultEnvironment,
  service: ExternalService,
  fault: Fault,
  baselineMs: number,
): Promise<number> {
  const { context } = environment;
  const name = `${service.name} ${fault.kind}`;
  await service.proxy.set(fault);
  const probe = probeOthers(environment);
  const responses = await Promise.all(Array.from({ length: concurrency }, () => service.send()));
  const afterFailures = await service.send();
  await probe.stop();
  await service.proxy.set({ kind: 'none' });
  for (const response of [...responses, afterFailures]) {
    context.check(isRetryLater(response), `${name}: got ${describeResponse(response)}`);
    context.check(
      response instanceof Error || response.ms < service.maxWaitMs,
      `${name}: got ${describeResponse(response)}`,
    );
    const text = response instanceof Error ? '' : response.text;
    context.check(service.advice?.test(text) ?? true, `${name}: people are told ${text}`);
  }
  // The circuit breaker is open by now.
  context.check(
    afterFailures instanceof Error || afterFailures.ms < 1_500,
    `${name}: after ${concurrency} failures got ${describeResponse(afterFailures)}`,
  );
  const slowdown = compare(context, name, probe, baselineMs);
  const recoveredAfterMs = await waitUntilRecovered(service);
  context.check(recoveredAfterMs !== undefined, `${name}: does not work again`);
  console.log(
    `${name}: ${describeResponse(responses[0] ?? afterFailures)}, then ${describeResponse(afterFailures)}; other requests took × ${slowdown.toFixed(2)}; recovered after ${recoveredAfterMs} ms`,
  );
  return slowdown;
}

function externalServices(environment: FaultEnvironment, picture: string): ExternalService[] {
  const { product, proxies, person } = environment;
  const sendPatiently = async (base: string, path: string) =>
    sendRequest(base, path, { token: person.token, timeoutMs: 60_000 }).catch((error: Error) => error);
  return [
    {
      name: 'storage',
      proxy: proxies.storage,
      send: () => sendPatiently(product.url, picture),
      maxWaitMs: 20_000,
      breakerResetMs: 25_000,
    },
    {
      name: 'AI',
      proxy: proxies.ai,
      send: () => sendPatiently(product.api, '/r/gen?p=Why%20is%20the%20sky%20blue'),
      maxWaitMs: 32_000,
      breakerResetMs: 25_000,
    },
    {
      name: 'YouTube',
      proxy: proxies.youtube,
      // A new video each time: metadata is cached.
      send: () => sendPatiently(product.api, `/r/video_metadata?videoId=${makeVideo(environment)}`),
      advice: /type the title yourself/,
      maxWaitMs: 10_000,
      breakerResetMs: 20_000,
    },
  ];
}

async function waitUntilRecovered({ send, breakerResetMs }: ExternalService): Promise<number | undefined> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < breakerResetMs + 5_000) {
    const response = await send();
    if (!(response instanceof Error) && response.status === 200)
      return Math.round(performance.now() - startedAt);
    await sleep(500);
  }
  return undefined;
}

/** Posts a card with a picture and returns the picture's path. */
async function storePicture({ product, person }: FaultEnvironment): Promise<string> {
  const { feedItemModel } = await requestJson<{
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

/** Requests that need no external service. */
function probeOthers({ product, person, cardId }: FaultEnvironment): Probe {
  const { token } = person;
  return startProbe(product.api, [
    { path: `/r/post?postId=${cardId}`, options: { token } },
    { path: '/r/post_like', options: { method: 'PUT', token, body: { postId: cardId, liked: true } } },
    { path: '/posts' },
  ]);
}

async function measureBaseline(environment: FaultEnvironment): Promise<number> {
  const probe = probeOthers(environment);
  await sleep(5_000);
  await probe.stop();
  return quantile(probe.latencies, 50);
}

function compare(
  context: FaultEnvironment['context'],
  name: string,
  { latencies, refused }: Probe,
  baselineMs: number,
): number {
  const during = quantile(latencies, 50);
  context.check(
    refused.length === 0,
    `${name}: others had ${refused[0]}, and ${refused.length - 1} more like it`,
  );
  context.check(
    latencies.length < 20 || during <= Math.max(baselineMs * maxSlowdown, negligibleMs),
    `${name}: other requests took ${during.toFixed(1)} ms instead of ${baselineMs.toFixed(1)}`,
  );
  return latencies.length < 20 ? 1 : during / baselineMs;
}

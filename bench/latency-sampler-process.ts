import { allOf, newSamples, pacedRequestsFor, sampleLatencies } from '../torture/support/paced-requests.ts';
import type { SamplerCommand, SamplerOptions, SamplerResult } from './latency-sampler.ts';

// The process that sends requests, forked by `latency-sampler.ts`.

const { cardIds, url, token } = JSON.parse(process.argv[2] ?? '') as SamplerOptions;
const requests = pacedRequestsFor(cardIds, { url, token });
let stopping = Promise.withResolvers<void>();

async function sample(): Promise<SamplerResult> {
  stopping = Promise.withResolvers<void>();
  const samples = newSamples();
  await sampleLatencies(requests, stopping.promise, samples);
  return { times: allOf(samples), failed: samples.refused };
}

process.on('message', (command: SamplerCommand) => {
  if (command === 'end') stopping.resolve();
  else void sample().then((result) => process.send?.(result));
});
process.on('disconnect', () => process.exit());

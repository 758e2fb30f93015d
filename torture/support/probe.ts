import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiResponse, type RequestOptions, sendRequest } from './client.ts';

/** Background requests whose latency is recorded. */
export interface Probe {
  /** Milliseconds of each successful request. */
  latencies: number[];
  /** Descriptions of requests not answered with 200. */
  refused: string[];
  stop(): Promise<void>;
}

export interface ProbeRequest {
  path: string;
  options?: RequestOptions;
}

/** Sends the requests in turn, one every `intervalMs`, until stopped. */
export function startProbe(base: string, requests: readonly ProbeRequest[], intervalMs = 20): Probe {
  const ending = new AbortController();
  const probe: Probe = {
    latencies: [],
    refused: [],
    async stop() {
      ending.abort();
      await running;
    },
  };
  const running = (async () => {
    for (let round = 0; !ending.signal.aborted; round += 1) {
      const request = requests[round % requests.length];
      if (!request) return;
      const { path, options } = request;
      const response = await sendRequest(base, path, options).catch((error: Error) => error);
      if (response instanceof Error) probe.refused.push(`${path}: ${response.message}`);
      else if (response.status === 200) probe.latencies.push(response.ms);
      else probe.refused.push(`${path}: ${response.status}`);
      await sleep(intervalMs);
    }
  })();
  return probe;
}

export function quantile(samples: readonly number[], percent: number): number {
  const sorted = samples.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}

/** A 503 with `Retry-After`. */
export function isRetryLater(response: ApiResponse | Error): boolean {
  return (
    !(response instanceof Error) && response.status === 503 && Number(response.headers.get('retry-after')) > 0
  );
}

export function describeResponse(response: ApiResponse | Error): string {
  if (response instanceof Error) return `no answer (${response.message})`;
  return `${response.status} after ${Math.round(response.ms)} ms, Retry-After ${response.headers.get('retry-after')}`;
}

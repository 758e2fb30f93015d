import { LRUCache } from 'lru-cache';
import type { Config } from '#config.ts';
import { ProblemError } from '#http/problems.ts';
import { CircuitOpenError, createCircuitBreaker } from '#lib/circuit-breaker.ts';
import { OutboundError } from '#lib/outbound.ts';
import { createSemaphore, QueueFullError } from '#lib/semaphore.ts';
import { askYoutube, type VideoDetails } from './youtube.ts';

/** Answers for one video: many people paste the same one. */
const kept = { max: 500, ttl: 10 * 60_000 };
const atOnce = { running: 8, waiting: 32 };
const circuit = { failures: 5, openMs: 15_000 };

/** Asks for a video's details: few at once, not while YouTube is down, and not twice for the same. */
export function openVideos(config: Config['youtube']): (videoId: string) => Promise<VideoDetails> {
  const breaker = createCircuitBreaker(circuit);
  const inTurn = createSemaphore(atOnce.running, atOnce.waiting);

  const ask = async (videoId: string): Promise<VideoDetails | undefined> => {
    const attempt = breaker.enter();
    try {
      const found = await askYoutube(config, videoId);
      attempt.succeeded();
      return found;
    } catch (error) {
      attempt.failed();
      throw error;
    }
  };
  // One flight per video; what was not found is not kept, it may just have been published.
  const cache = new LRUCache<string, VideoDetails>({
    ...kept,
    fetchMethod: (videoId) => inTurn(() => ask(videoId)),
  });

  return async (videoId) => {
    let found: VideoDetails | undefined;
    try {
      found = await cache.fetch(videoId);
    } catch (error) {
      throw toProblem(error);
    }
    if (!found)
      throw new ProblemError('not_found', 'This video does not exist, or may not be shown elsewhere.');
    return found;
  };
}

function toProblem(error: unknown): unknown {
  const known =
    error instanceof OutboundError || error instanceof CircuitOpenError || error instanceof QueueFullError;
  if (!known) return error;
  return new ProblemError(
    'video_unavailable',
    'YouTube does not answer just now. Please type the title yourself.',
    { retryAfter: error instanceof CircuitOpenError ? error.retryAfterMs / 1000 : 5, cause: error },
  );
}

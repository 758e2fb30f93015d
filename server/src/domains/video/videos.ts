import { LRUCache } from 'lru-cache';
import type { Config } from '#config.ts';
import { ProblemError } from '#http/problems.ts';
import { CircuitOpenError } from '#lib/circuit-breaker.ts';
import { createGuard } from '#lib/guard.ts';
import { OutboundError } from '#lib/outbound.ts';
import { QueueFullError } from '#lib/semaphore.ts';
import { fetchVideoDetails, type VideoDetails } from './youtube.ts';

/** The cache of video details: many users paste the same video. */
const cacheOptions = { max: 500, ttl: 10 * 60_000 };
const guard = { running: 8, waiting: 32, failures: 5, openMs: 15_000 };

/** Fetches a video's details, with a concurrency limit, a circuit breaker and a cache. */
export function openVideos(config: Config['youtube']): (videoId: string) => Promise<VideoDetails> {
  const guarded = createGuard(guard);
  // Concurrent requests for one video share a fetch. A missing video is not cached, since it may be published soon.
  const cache = new LRUCache<string, VideoDetails>({
    ...cacheOptions,
    fetchMethod: (videoId) => guarded(() => fetchVideoDetails(config, videoId)),
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

import { lengths } from '@gyan/contract/limits.ts';
import { tidyLines, tidyName } from '@gyan/contract/text.ts';
import type { Config } from '#config.ts';
import { fetchJson, OutboundError } from '#lib/outbound.ts';

export interface VideoDetails {
  title: string;
  desc?: string;
  thumbnailUrl: string;
}

const fetchLimits = { timeoutMs: 4_000, maxBytes: 256 * 1024 };

/** Title and description of a video; undefined if it is not public. Without an API key only the title. */
export async function fetchVideoDetails(
  config: Config['youtube'],
  videoId: string,
): Promise<VideoDetails | undefined> {
  return config.apiKey === undefined
    ? await fetchFromOembed(config, videoId)
    : await fetchFromDataApi(config, config.apiKey, videoId);
}

async function fetchFromDataApi(
  { apiUrl, thumbnailUrl }: Config['youtube'],
  key: string,
  videoId: string,
): Promise<VideoDetails | undefined> {
  const url = new URL(`${apiUrl}/videos?${new URLSearchParams({ part: 'snippet', id: videoId }).toString()}`);
  // In a header, because URLs are logged.
  const { status, body } = await fetchJson(url, { ...fetchLimits, headers: { 'x-goog-api-key': key } });
  const items = (body as { items?: unknown } | null)?.items;
  if (status !== 200 || !Array.isArray(items)) {
    throw new OutboundError(`The YouTube Data API answered ${status}`, { status });
  }
  const [item] = items as ({ snippet?: { title?: unknown; description?: unknown } } | null)[];
  if (items.length === 0) return undefined;
  return details(
    `${thumbnailUrl}/${videoId}/hqdefault.jpg`,
    item?.snippet?.title,
    item?.snippet?.description,
  );
}

/** oEmbed's statuses for a video that does not exist, is private, or may not be embedded. */
const refusals: ReadonlySet<number | undefined> = new Set([400, 401, 403, 404]);

async function fetchFromOembed(
  { oembedUrl, thumbnailUrl }: Config['youtube'],
  videoId: string,
): Promise<VideoDetails | undefined> {
  const page = `https://www.youtube.com/watch?v=${videoId}`;
  const url = new URL(`${oembedUrl}?${new URLSearchParams({ url: page, format: 'json' }).toString()}`);
  try {
    const { status, body } = await fetchJson(url, fetchLimits);
    if (refusals.has(status)) return undefined;
    if (status !== 200) throw new OutboundError(`YouTube answered ${status}`, { status });
    return details(`${thumbnailUrl}/${videoId}/hqdefault.jpg`, (body as { title?: unknown } | null)?.title);
  } catch (error) {
    if (error instanceof OutboundError && refusals.has(error.status)) return undefined;
    throw error;
  }
}

function details(thumbnailUrl: string, title: unknown, desc?: unknown): VideoDetails {
  if (typeof title !== 'string') throw new OutboundError('YouTube described a video without its title');
  const description = typeof desc === 'string' ? tidyLines(storable(desc)) : '';
  return {
    title: cut(tidyName(storable(title)), lengths.title),
    ...(description === '' ? {} : { desc: cut(description, lengths.cardText) }),
    // Made from the id: a URL from another site would be shown to all users.
    thumbnailUrl,
  };
}

function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

function cut(text: string, codePoints: number): string {
  return text.length <= codePoints ? text : Array.from(text).slice(0, codePoints).join('');
}

import { inputLimits } from '@gyan/contract/limits.ts';
import type { Config } from '#config.ts';
import { fetchBytes, OutboundError } from '#lib/outbound.ts';

const fetchLimits = { timeoutMs: 5_000, maxBytes: inputLimits.imageBytes };

/** Best first. Only the last exists for every video. */
const names = ['maxresdefault.jpg', 'hqdefault.jpg'];

/** YouTube's thumbnail of a video; undefined if there is none. The bytes are not checked to be a picture. */
export async function fetchThumbnail(
  { thumbnailUrl }: Pick<Config['youtube'], 'thumbnailUrl'>,
  videoId: string,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  for (const name of names) {
    const url = new URL(`${thumbnailUrl}/${videoId}/${name}`);
    const { status, bytes } = await fetchBytes(url, { ...fetchLimits, signal });
    if (status === 200) return bytes;
    if (status !== 404) throw new OutboundError(`${url.origin} answered ${status}`, { status });
  }
  return undefined;
}

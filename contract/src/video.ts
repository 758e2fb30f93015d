import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { lengths } from './limits.ts';
import { VideoProvider } from './scalars.ts';
import { checkText } from './text.ts';

const bareId = /^[\w-]{11}$/;
const videoPage = /^(?:https?:\/\/)?(?:(?:www|m|music)\.)?youtube(?:-nocookie)?\.com\/([^\s#]*)/i;
const shortLink = /^(?:https?:\/\/)?youtu\.be\/([\w-]{11})(?![\w-])/i;

/** The video id of a YouTube URL in any of its forms, or of a bare id. */
export function youtubeVideoId(address: string): string | undefined {
  const text = address.trim();
  if (bareId.test(text)) return text;
  const short = shortLink.exec(text);
  if (short) return short[1];
  const page = videoPage.exec(text)?.[1];
  if (page === undefined) return undefined;
  const found =
    /^watch\/?\?(?:[^#]*&)?v=([\w-]{11})(?![\w-])/i.exec(page) ??
    /^(?:embed|shorts|live|v)\/([\w-]{11})(?![\w-])/i.exec(page);
  return found?.[1];
}

export const badVideoUrl = 'Please enter a valid YouTube URL';

export const VideoUrl = z.string(badVideoUrl).check(
  z.trim(),
  checkText(
    (text) => (text.length <= lengths.url && youtubeVideoId(text) !== undefined ? undefined : badVideoUrl),
    { minimum: 11, maximum: lengths.url },
  ),
);

export const VideoForm = z.object({ embedVideoUrl: VideoUrl });

export const videoCalls = defineCalls({
  'GET /r/video_metadata': {
    summary: 'Title and description of a video',
    tag: 'Cards',
    who: 'creator',
    query: z.object({
      videoProvider: z.optional(VideoProvider),
      videoId: z.string(badVideoUrl).check(z.regex(bareId, badVideoUrl)),
    }),
    answer: z.object({
      title: z.string(),
      desc: z.nullish(z.string()),
      thumbnailUrl: z.nullish(z.string()),
    }),
    errors: ['not_found', 'video_unavailable'],
    limit: 'videoMetadata',
  },
});

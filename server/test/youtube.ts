import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * How YouTube responds.
 *
 * - `well`: normally
 * - `down`: 500 for every request
 * - `slow`: never
 * - `trickle`: starts a response and never ends it
 * - `moved`: redirects to another host
 * - `huge`: sends too many bytes
 * - `garbled`: sends invalid JSON
 * - `nameless`: describes a video without its title
 *
 * Applies to all requests, including thumbnails.
 */
export type YoutubeMode = 'well' | 'down' | 'slow' | 'trickle' | 'moved' | 'huge' | 'garbled' | 'nameless';

export interface TestVideo {
  title: string;
  description?: string;
  /** The refusal of oEmbed: 401 if embedding is disabled, 403 if the video is private. */
  refusal?: 401 | 403;
  /** Thumbnails by name, such as `hqdefault.jpg`. */
  stills?: Record<string, Buffer>;
}

export interface TestYoutube {
  url: string;
  key: string;
  mode: YoutubeMode;
  videos: Map<string, TestVideo>;
  /** The requested paths, oldest first. */
  requests: string[];
  stop(): Promise<void>;
}

/**
 * The Data API at `/youtube/v3`, oEmbed at `/oembed` and thumbnails at `/vi`, as far as video metadata needs
 * them.
 */
export async function startYoutube(): Promise<TestYoutube> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://youtube');
    youtube.requests.push(url.pathname);
    if (answerByMode(youtube.mode, response)) return;
    if (url.pathname === '/youtube/v3/videos') {
      dataApi(youtube, url.searchParams, request.headers['x-goog-api-key'], response);
    } else if (url.pathname === '/oembed') oembed(youtube, url.searchParams, response);
    else if (url.pathname.startsWith('/vi/')) still(youtube, url.pathname, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const youtube: TestYoutube = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: 'youtube-key',
    mode: 'well',
    videos: new Map(),
    requests: [],
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return youtube;
}

function dataApi(
  youtube: TestYoutube,
  query: URLSearchParams,
  key: string | string[] | undefined,
  response: ServerResponse,
): void {
  if (key !== youtube.key) {
    return send(response, 400, { error: { code: 400, message: `API key not valid: ${String(key)}` } });
  }
  const id = query.get('id') ?? '';
  const video = youtube.videos.get(id);
  const nameless = youtube.mode === 'nameless';
  const snippet = { ...(nameless ? {} : { title: video?.title }), description: video?.description ?? '' };
  return send(response, 200, {
    items: video ? [{ id, ...(query.get('part') === 'snippet' ? { snippet } : {}) }] : [],
  });
}

function oembed(youtube: TestYoutube, query: URLSearchParams, response: ServerResponse): void {
  const id = new URL(query.get('url') ?? '').searchParams.get('v') ?? '';
  const video = youtube.videos.get(id);
  if (!video) response.writeHead(404, { 'content-type': 'text/plain' }).end('Not Found');
  else if (video.refusal)
    response.writeHead(video.refusal, { 'content-type': 'text/plain' }).end('Unauthorized');
  else {
    send(response, 200, {
      ...(youtube.mode === 'nameless' ? {} : { title: video.title }),
      provider_name: 'YouTube',
      thumbnail_url: 'https://evil.example/tracker.gif',
    });
  }
}

function still(youtube: TestYoutube, path: string, response: ServerResponse): void {
  const [, , id = '', name = ''] = path.split('/');
  const bytes = youtube.videos.get(id)?.stills?.[name];
  if (bytes) response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes);
  else response.writeHead(404, { 'content-type': 'image/jpeg' }).end('not a picture of anything');
}

function answerByMode(mode: YoutubeMode, response: ServerResponse): boolean {
  if (mode === 'well' || mode === 'nameless') return false;
  if (mode === 'down') send(response, 500, { error: { message: 'Backend Error' } });
  else if (mode === 'moved') response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
  else if (mode === 'huge') send(response, 200, { filler: 'x'.repeat(7_000_000) });
  else if (mode === 'garbled') response.writeHead(200).end('<html>');
  else if (mode === 'trickle') response.writeHead(200).write('{"items":');
  return true;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

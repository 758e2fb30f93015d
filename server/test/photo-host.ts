import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * `slow` never responds, `moved` redirects, `huge` exceeds the maximum size of a picture, `text` sends text.
 */
export type PhotoHostMode = 'well' | 'down' | 'slow' | 'moved' | 'huge' | 'text';

export interface TestPhotoHost {
  origin: string;
  mode: PhotoHostMode;
  /** By path. */
  photos: Map<string, Buffer>;
  /** The requested paths, oldest first. */
  requests: string[];
  stop(): Promise<void>;
}

/** The host of a sign-in provider's photos, on loopback. */
export async function startPhotoHost(): Promise<TestPhotoHost> {
  const server = createServer(({ url = '' }, response) => {
    host.requests.push(url);
    const photo = host.photos.get(url);
    if (host.mode === 'slow') return;
    if (host.mode === 'down') response.writeHead(503).end();
    else if (host.mode === 'moved') response.writeHead(302, { location: '/elsewhere' }).end();
    else if (host.mode === 'huge') response.end(Buffer.alloc(8 * 1024 * 1024, 0xff));
    else if (host.mode === 'text') response.writeHead(200, { 'content-type': 'image/jpeg' }).end('<html>');
    else if (photo) response.end(photo);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host: TestPhotoHost = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mode: 'well',
    photos: new Map(),
    requests: [],
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return host;
}

import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, jwtVerify } from 'jose';

/** The status of the answer; `slow` never answers, `moved` redirects to another address of this server. */
type PushMode = 200 | 201 | 404 | 410 | 429 | 500 | 'slow' | 'moved';

/** A message as the browser gets it. */
export interface ReceivedPush {
  path: string;
  ttl: string | undefined;
  /** Who sent it, signed with this public key. */
  claims: { aud?: unknown; sub?: unknown; exp?: number };
  publicKey: string;
  payload: Record<string, unknown>;
}

export interface TestPushService {
  origin: string;
  mode: PushMode;
  /** Requests that were answered or refused, by path. */
  requests: string[];
  /** Accepted messages, in order of arrival. */
  received: ReceivedPush[];
  /** A new browser: what it sends to the site. */
  subscription(): { endpoint: string; keys: { p256dh: string; auth: string } };
  stop(): Promise<void>;
}

/** A push service on loopback, with its browsers: checks the sender (RFC 8292) and decrypts (RFC 8291). */
export async function startPushService(): Promise<TestPushService> {
  const browsers = new Map<string, { curve: ECDH; auth: Buffer }>();
  const server = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? '';
      service.requests.push(path);
      const body = await read(request);
      const { mode } = service;
      if (mode === 'slow') return;
      if (mode === 'moved') {
        response.writeHead(307, { location: `${service.origin}/elsewhere` }).end();
        return;
      }
      const browser = browsers.get(path);
      if (browser && mode < 300) {
        const { claims, publicKey } = await readSender(request);
        const payload = JSON.parse(decrypt(body, browser)) as Record<string, unknown>;
        service.received.push({ path, ttl: request.headers.ttl as string, claims, publicKey, payload });
      }
      response.writeHead(browser ? mode : 404, mode === 429 ? { 'retry-after': '1800' } : {}).end();
    })().catch((error: unknown) => response.writeHead(400).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service: TestPushService = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mode: 201,
    requests: [],
    received: [],
    subscription() {
      const curve = createECDH('prime256v1');
      const p256dh = curve.generateKeys().toString('base64url');
      const auth = randomBytes(16);
      const path = `/send/${randomBytes(8).toString('hex')}`;
      browsers.set(path, { curve, auth });
      return { endpoint: service.origin + path, keys: { p256dh, auth: auth.toString('base64url') } };
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return service;
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Throws unless the token is signed by the key beside it. */
async function readSender({ headers }: IncomingMessage) {
  const [, token = '', publicKey = ''] =
    /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  const point = Buffer.from(publicKey, 'base64url');
  const key = await importJWK(
    {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
    'ES256',
  );
  return { claims: (await jwtVerify(token, key)).payload, publicKey };
}

/** RFC 8188 with the keys of RFC 8291: one record. */
function decrypt(body: Buffer, { curve, auth }: { curve: ECDH; auth: Buffer }): string {
  const salt = body.subarray(0, 16);
  const senderKey = body.subarray(21, 21 + body.readUInt8(20));
  const sealed = body.subarray(21 + senderKey.length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), senderKey]);
  const secret = Buffer.from(hkdfSync('sha256', curve.computeSecret(senderKey), auth, info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

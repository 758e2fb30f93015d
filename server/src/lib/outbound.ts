import { lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** The other server could not be reached, took too long, or sent an unreadable answer. */
export class OutboundError extends Error {
  override name = 'OutboundError';
  /** Set if it did answer. */
  readonly status: number | undefined;

  constructor(message: string, more: { cause?: unknown; status?: number } = {}) {
    super(message, { cause: more.cause });
    this.status = more.status;
  }
}

export interface OutboundRequest {
  headers?: Record<string, string>;
  /** For the whole exchange, including the body. */
  timeoutMs: number;
  maxBytes: number;
  signal?: AbortSignal;
}

/** Fetches JSON from another server. The caller checks the status. */
export async function fetchJson(
  url: URL,
  request: OutboundRequest,
): Promise<{ status: number; body: unknown }> {
  const headers = { accept: 'application/json', ...request.headers };
  const { status, bytes } = await fetchBytes(url, { ...request, headers });
  try {
    return { status, body: JSON.parse(bytes.toString('utf8')) };
  } catch {
    // The body is not quoted: it may contain secrets.
    throw new OutboundError(`${url.origin} answered ${status} with something that is not JSON`, { status });
  }
}

/** Fetches from another server: no redirects, limited in time and size. */
export async function fetchBytes(
  url: URL,
  { headers = {}, timeoutMs, maxBytes, signal }: OutboundRequest,
): Promise<{ status: number; bytes: Buffer }> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      headers,
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    return { status: response.status, bytes: await readBytes(response, maxBytes) };
  } catch (error) {
    if (signal?.aborted) throw error;
    // Only the origin is named: the rest of the address may contain a token.
    const reason = timeout.aborted ? `took longer than ${timeoutMs} ms` : (error as Error).message;
    throw new OutboundError(`${url.origin} could not be asked: ${reason}`, { cause: error });
  }
}

async function readBytes(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // An error in the loop cancels the rest of the body.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new Error(`more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export interface OutboundMessage extends OutboundRequest {
  body: Buffer;
  /** Also send to addresses of this machine or of a private network. */
  allowPrivate: boolean;
}

/**
 * Sends a message to an address that a user gave: no redirects, limited in time and size, and only to public addresses.
 * The address is checked when it is connected to, so that a name cannot change its meaning after a check.
 */
export async function postBytes(
  url: URL,
  { headers = {}, body, timeoutMs, maxBytes, signal, allowPrivate }: OutboundMessage,
): Promise<{ status: number; retryAfter: string | undefined }> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // Only names are looked up.
    if (!allowPrivate && isIP(host) !== 0) refusePrivate(host);
    return await new Promise((resolve, reject) => {
      const send = url.protocol === 'http:' ? requestHttp : requestHttps;
      const outgoing = send(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': String(body.length) },
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        ...(allowPrivate ? {} : { lookup: lookupPublic }),
      });
      outgoing.once('error', reject);
      outgoing.once('response', (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.byteLength;
          if (bytes > maxBytes) response.destroy(new Error(`more than ${maxBytes} bytes`));
        });
        response.once('error', reject);
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] }),
        );
      });
      outgoing.end(body);
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    const reason = timeout.aborted ? `took longer than ${timeoutMs} ms` : (error as Error).message;
    throw new OutboundError(`${url.origin} could not be asked: ${reason}`, { cause: error });
  }
}

const lookupPublic: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, []);
    try {
      for (const { address } of found) refusePrivate(address);
    } catch (refusal) {
      return done(refusal as Error, []);
    }
    if (options.all) return done(null, found);
    return done(null, found[0]?.address ?? '', found[0]?.family);
  });
};

function refusePrivate(address: string): void {
  if (privateAddresses.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')) {
    throw new Error('not a public address');
  }
}

const privateAddresses = new BlockList();
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/3',
]) {
  const [net = '', bits] = range.split('/');
  privateAddresses.addSubnet(net, Number(bits), 'ipv4');
}
// The last two contain IPv4 addresses: in NAT64, and in 6to4.
for (const range of ['::/127', 'fc00::/7', 'fe80::/10', 'ff00::/8', '64:ff9b::/96', '2002::/16']) {
  const [net = '', bits] = range.split('/');
  privateAddresses.addSubnet(net, Number(bits), 'ipv6');
}

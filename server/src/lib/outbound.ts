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

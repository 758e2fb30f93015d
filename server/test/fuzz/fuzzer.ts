import { Agent, request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { inputLimits } from '@gyan/contract/limits.ts';
import fc from 'fast-check';
import type { Role } from '#http/viewer.ts';
import type { TestApp } from '#test/open-app.ts';
import { type JsonSchema, type Resolve, violations } from './json-schema.ts';
import { type FuzzedRequest, type Operation, requestsTo } from './requests.ts';
import type { Known } from './values.ts';

export interface FuzzReport {
  requests: number;
  /** Number of responses by status. */
  statuses: Record<string, number>;
  serverErrors: number;
  offSchema: number;
  slowestMs: number;
  /** Failures, with the request that caused each. */
  findings: string[];
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> };
}

interface Target {
  method: string;
  path: string;
  operation: Operation;
}

interface Answer {
  status: number;
  type: string;
  text: string;
}

const callers: (Role | 'unverified' | 'visitor')[] = [
  'visitor',
  'unverified',
  'kRegular',
  'kCreator',
  'kAdmin',
  'kCreator',
  'kSuperAdmin',
  'kAdmin',
];
const timeoutMs = 15_000;
const mostFindings = 20;

/**
 * Sends random requests to every call of the OpenAPI document, one after the other. The same seed sends the
 * same requests.
 */
export async function fuzz(
  gyan: TestApp,
  { seed, requests, progress }: { seed: number; requests: number; progress?: (done: number) => void },
): Promise<FuzzReport> {
  const document: Document = (await gyan.request('/openapi.json')).body;
  const targets = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): Target => ({ method: method.toUpperCase(), path, operation }),
    ),
  );
  const resolve: Resolve = (ref) => document.components.schemas[ref.split('/').at(-1) ?? ''] ?? {};
  const known: Known = { ids: [], slugs: [], cursors: [] };
  const tokens = new Map<string, string>();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const report: FuzzReport = {
    requests: 0,
    statuses: {},
    serverErrors: 0,
    offSchema: 0,
    slowestMs: 0,
    findings: [],
  };

  const tokenOf = async (caller: (typeof callers)[number]): Promise<string | undefined> => {
    if (caller === 'visitor') return undefined;
    const fields = caller === 'unverified' ? { verified: false } : { role: caller };
    const token = tokens.get(caller) ?? (await gyan.signedIn(fields)).token;
    tokens.set(caller, token);
    return token;
  };

  for (let count = 0; count < requests && report.findings.length < mostFindings; count += 1) {
    // Rotates over the calls, so that a short run covers all of them.
    const target = targets[(count * 37) % targets.length];
    const caller = callers[Math.floor(count / targets.length + count) % callers.length];
    if (!target || !caller) break;
    const [request] = fc.sample(requestsTo(target, known, resolve), { seed: seed + count, numRuns: 1 });
    if (!request) break;
    let found = await send(gyan.url, agent, request, await tokenOf(caller));
    report.requests += 1;
    if (found.answer?.status === 401 && caller !== 'visitor') {
      // Some calls end sessions and accounts, so a new user signs in.
      tokens.delete(caller);
      found = await send(gyan.url, agent, request, await tokenOf(caller));
      report.requests += 1;
    }
    const { answer, failure, ms } = found;
    report.slowestMs = Math.max(report.slowestMs, Math.round(ms));
    const status = String(answer?.status ?? 'none');
    report.statuses[status] = (report.statuses[status] ?? 0) + 1;
    if (answer && answer.status >= 500) report.serverErrors += 1;
    const wrong = answer
      ? findViolations(target, { caller, request, answer, resolve })
      : [failure ?? 'no answer'];
    if (answer && answer.status < 500 && wrong.length > 0) report.offSchema += 1;
    if (wrong.length > 0) report.findings.push(describe(count, caller, request, answer, wrong));
    if (answer?.status === 200) rememberIds(known, answer);
    if (count % 1_000 === 999) progress?.(count + 1);
  }
  agent.destroy();
  return report;
}

function findViolations(
  { operation }: Target,
  {
    caller,
    request,
    answer,
    resolve,
  }: { caller: string; request: FuzzedRequest; answer: Answer; resolve: Resolve },
): string[] {
  const wrong: string[] = [];
  if (answer.status >= 500) wrong.push(`answered ${answer.status}`);
  if (answer.status === 401 && caller !== 'visitor')
    wrong.push('a session that had just begun did not count');
  // Not modified: there is no body to check.
  if (answer.status === 304) return wrong;
  // The header is too large to reach a call.
  if (answer.status === 431 && request.path.length > inputLimits.headerBytes / 2) return wrong;
  const documented = operation.responses[answer.status];
  const schema = documented?.content[answer.type]?.schema;
  if (!schema) return [...wrong, `${answer.status} as ${answer.type} is not documented`];
  if (!answer.type.endsWith('json')) return wrong;
  const body = parsed(answer.text);
  if (body === undefined) return [...wrong, 'is not JSON'];
  wrong.push(...violations(schema, body, resolve));
  if (answer.status !== 200) {
    const { code, status } = body as { code: string; status: number };
    if (!documented.description.includes(`${code}:`)) wrong.push(`${code} is not documented`);
    if (status !== answer.status) wrong.push(`says ${status} and is ${answer.status}`);
  }
  return wrong;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describe(
  count: number,
  caller: string,
  { method, path, headers, body }: FuzzedRequest,
  answer: Answer | undefined,
  wrong: string[],
): string {
  const sent = { caller, method, path, headers, body: body?.toString('latin1').slice(0, 600) };
  return `request ${count}: ${wrong.slice(0, 3).join('; ')}\n  sent ${JSON.stringify(sent).slice(0, 1_500)}\n  got ${answer?.text.slice(0, 300) ?? 'nothing'}`;
}

/** Keeps some of the newest ids of an answer for later requests. */
function rememberIds(known: Known, { type, text }: Answer): void {
  if (type !== 'application/json') return;
  JSON.parse(text, (name, value: unknown) => {
    if ((name === 'id' || name.endsWith('Id')) && typeof value === 'number') keep(known.ids, value);
    if (name === 'urlText' && typeof value === 'string') keep(known.slugs, value);
    if (/cursor$/i.test(name) && typeof value === 'string') keep(known.cursors, value);
    return value;
  });
}

function keep<T>(held: T[], value: T): void {
  if (held.includes(value)) return;
  held.push(value);
  if (held.length > 60) held.shift();
}

function unpacked(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0) return bytes;
  return encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
}

function send(
  url: string,
  agent: Agent,
  { method, path, headers, body }: FuzzedRequest,
  token: string | undefined,
): Promise<{ answer?: Answer; failure?: string; ms: number }> {
  const began = performance.now();
  const ms = () => performance.now() - began;
  return new Promise((resolve) => {
    const sent = httpRequest(
      new URL(url),
      {
        method,
        path,
        agent,
        headers: {
          ...headers,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body ? { 'content-length': body.length } : {}),
        },
        timeout: timeoutMs,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', (error) => resolve({ failure: error.message, ms: ms() }));
        response.on('end', () => {
          const type = response.headers['content-type']?.split(';')[0] ?? '';
          const text = unpacked(Buffer.concat(chunks), response.headers['content-encoding']).toString();
          resolve({ answer: { status: response.statusCode ?? 0, type, text }, ms: ms() });
        });
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.on('error', (error) => resolve({ failure: error.message, ms: ms() }));
    sent.end(body);
  });
}

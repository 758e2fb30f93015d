import fc from 'fast-check';
import type { JsonSchema, Resolve } from './json-schema.ts';
import { isWritten, type Known, membersOf } from './values.ts';

export interface Operation {
  parameters?: { in: string; name: string; required?: boolean; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { description: string; content: Record<string, { schema: JsonSchema }> }>;
}

export interface FuzzedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

const boundary = 'fuzzed-boundary';

/** Requests to one call of the OpenAPI document: mostly well-formed, some corrupted. */
export function requestsTo(
  { method, path, operation }: { method: string; path: string; operation: Operation },
  known: Known,
  resolve: Resolve,
): fc.Arbitrary<FuzzedRequest> {
  const [type, held] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const query = membersOf(asObject(operation.parameters ?? []), known, resolve);
  const body = held ? membersOf(objectOf(held.schema), known, resolve) : fc.constant(undefined);
  const luck = fc.integer({ min: 0, max: 299 });
  return fc
    .tuple(query, body, headersOf(operation), luck, luck)
    .map(([queryParameters, members, headers, queryChoices, bodyChoices]) => {
      const sent =
        members === undefined
          ? unwanted(method, bodyChoices)
          : type === 'multipart/form-data'
            ? multipart(members, bodyChoices)
            : json(members, bodyChoices);
      return {
        method,
        path: `${path}?${search(queryParameters, queryChoices)}`,
        headers: { ...headers, ...sent.headers },
        body: sent.body,
      };
    });
}

const asObject = (parameters: NonNullable<Operation['parameters']>): JsonSchema => {
  const queryParameters = parameters.filter((parameter) => parameter.in === 'query');
  return {
    properties: Object.fromEntries(queryParameters.map(({ name, schema }) => [name, schema])),
    required: queryParameters.filter(({ required }) => required).map(({ name }) => name),
  };
};

/** The schema of an optional body is an object or nothing. */
const objectOf = (schema: JsonSchema): JsonSchema =>
  (schema.anyOf ?? [schema]).find((option) => option.properties) ?? schema;

function headersOf({ parameters = [] }: Operation): fc.Arbitrary<Record<string, string>> {
  const takesKey = parameters.some(({ name }) => name === 'idempotency-key');
  const odd = fc.constantFrom<Record<string, string>>(
    { accept: 'text/event-stream' },
    { accept: '*/*;q=nothing' },
    { 'accept-encoding': 'br;q=1.0, gzip;q=0, *;q=x' },
    { 'if-none-match': '*' },
    { 'if-none-match': '"x", W/"y' },
    { cookie: 'XSRF-TOKEN=%; a=b; ;;=' },
    { cookie: 'XSRF-TOKEN=same', 'x-xsrf-token': 'same' },
    { 'x-forwarded-for': "1.2.3.4, ' or 1=1" },
    { 'user-agent': `x${'\u00e9'.repeat(400)}` },
    { host: 'evil.example' },
    { range: 'bytes=0-0' },
    { 'x-http-method-override': 'DELETE' },
  );
  const key = fc.constantFrom<Record<string, string>>(
    { 'idempotency-key': 'again' },
    { 'idempotency-key': 'x'.repeat(256) },
    { 'idempotency-key': 'a b' },
    { 'idempotency-key': "'" },
  );
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: odd },
    { weight: takesKey ? 3 : 0, arbitrary: key },
  );
}

const asText = (value: unknown): string => {
  if (isWritten(value)) return value.written;
  if (typeof value === 'string') return value;
  if (Object.is(value, -0)) return '-0';
  return JSON.stringify(value) ?? '';
};

/** A lone surrogate has no UTF-8; this encodes it as the three bytes it would have. */
const percent = (text: string): string =>
  text.isWellFormed() ? encodeURIComponent(text) : `%ED%A0%80${encodeURIComponent(text.toWellFormed())}`;

function search(members: Record<string, unknown>, luck: number): string {
  const pairs = Object.entries(members).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => `${percent(name)}=${percent(asText(one))}`),
  );
  const broken = [
    '%',
    '%zz=%',
    '&&=',
    'q[a]=1&q[]=2',
    `x=${'y'.repeat(9_000)}`,
    '%00',
    ';',
    'limit=1&limit=2',
  ];
  return [...pairs, ...(luck < broken.length ? [broken[luck]] : [])].join('&');
}

interface Sent {
  headers: Record<string, string>;
  body: Buffer | undefined;
}

function unwanted(method: string, luck: number): Sent {
  if (method === 'GET' || luck > 3) return { headers: {}, body: undefined };
  const types = ['application/json', 'text/plain', 'multipart/form-data', 'application/json; charset=utf-7'];
  return { headers: { 'content-type': types[luck] ?? '' }, body: Buffer.from('{"a":') };
}

function json(members: Record<string, unknown>, luck: number): Sent {
  const marks: string[] = [];
  const text = JSON.stringify(members, (_name, value: unknown) => {
    const written = isWritten(value) ? value.written : Object.is(value, -0) ? '-0' : undefined;
    return written === undefined ? value : `\u0001${marks.push(written) - 1}\u0001`;
  }).replaceAll(/"\\u0001(\d+)\\u0001"/g, (_all, index) => marks[Number(index)] ?? '');
  const whole = Buffer.from(text);
  const headers = { 'content-type': 'application/json' };
  const broken: (() => Sent)[] = [
    () => ({ headers, body: whole.subarray(0, -1) }),
    () => ({ headers, body: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), whole]) }),
    () => ({ headers, body: Buffer.from(`[${text}]`) }),
    () => ({ headers, body: Buffer.from('['.repeat(1_000)) }),
    () => ({ headers, body: Buffer.from(`${text}${' '.repeat(70_000)}`) }),
    () => ({ headers, body: Buffer.from([0x22, 0xff, 0xfe, 0x22]) }),
    () => ({ headers: { 'content-type': 'text/plain' }, body: whole }),
    () => ({ headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: whole }),
    () => ({ headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body: whole }),
    () => ({ headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' }, body: whole }),
    () => ({ headers: {}, body: whole }),
    () => ({ headers, body: Buffer.from('null') }),
    () => ({ headers, body: Buffer.from('"text"') }),
    () => ({ headers, body: Buffer.from('') }),
  ];
  return broken[luck]?.() ?? { headers, body: whole };
}

function multipart(members: Record<string, unknown>, luck: number): Sent {
  const part = (name: string, value: Buffer, more = '') =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`),
      value,
      Buffer.from('\r\n'),
    ]);
  const parts = Object.entries(members).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => part(name, Buffer.from(asText(one)))),
  );
  const end = Buffer.from(`--${boundary}--\r\n`);
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  const whole = Buffer.concat([...parts, end]);
  const broken: (() => Sent)[] = [
    () => ({ headers, body: Buffer.concat(parts) }),
    () => ({ headers, body: whole.subarray(0, Math.floor(whole.length / 2)) }),
    () => ({ headers, body: Buffer.concat([part('title', Buffer.from([0xff, 0xfe, 0x80])), ...parts, end]) }),
    () => ({
      headers,
      body: Buffer.concat([...parts, part('photo', Buffer.from('x'), '; filename="x.png"'), end]),
    }),
    () => ({
      headers,
      body: Buffer.concat([...Array.from({ length: 40 }, (_, i) => part(`f${i}`, Buffer.from('x'))), end]),
    }),
    () => ({ headers: { 'content-type': 'multipart/form-data' }, body: whole }),
    () => ({ headers: { 'content-type': 'multipart/form-data; boundary=other' }, body: whole }),
    () => ({ headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(members)) }),
    () => ({ headers, body: Buffer.concat([part('__proto__', Buffer.from('x')), ...parts, end]) }),
    () => ({ headers, body: Buffer.concat([part('', Buffer.from('x')), ...parts, end]) }),
    () => ({ headers, body: Buffer.from('') }),
  ];
  return broken[luck]?.() ?? { headers, body: whole };
}

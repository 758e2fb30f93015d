import { sizes } from '@gyan/contract/limits.ts';
import '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { takeTurns } from './body-turns.ts';
import { ProblemError } from './problems.ts';

/**
 * JSON bodies are read as text first: an empty one counts as an empty object, so that every missing
 * field gets its own message, and nesting is measured before anything is built from it.
 */
export function installJsonBodies(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: sizes.jsonBytes },
    (_request, text, done) => {
      try {
        done(null, parseJson(String(text)));
      } catch (error) {
        done(error as Error);
      }
    },
  );
}

function parseJson(text: string): unknown {
  if (text.trim() === '') return {};
  if (isDeeperThan(text, sizes.jsonDepth)) throw unreadable('This request is nested too deeply.');
  try {
    return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value));
  } catch (error) {
    throw unreadable('This request is not valid JSON.', error);
  }
}

function unreadable(detail: string, cause?: unknown): ProblemError {
  return new ProblemError('invalid_input', detail, { cause });
}

/** Counts brackets outside of strings, without building anything. */
export function isDeeperThan(json: string, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < json.length; i += 1) {
    const char = json.charCodeAt(i);
    if (inString) {
      if (char === 0x5c) i += 1;
      else if (char === 0x22) inString = false;
    } else if (char === 0x22) inString = true;
    else if (char === 0x7b || char === 0x5b) {
      depth += 1;
      if (depth > limit) return true;
    } else if (char === 0x7d || char === 0x5d) depth -= 1;
  }
  return false;
}

/** The body in the encoding the call declares, as a plain object; any other encoding is refused. */
export async function readBody(
  request: FastifyRequest,
  encoding: 'json' | 'multipart',
  maxBytes: number = sizes.multipartBytes,
): Promise<unknown> {
  const type = request.headers['content-type'];
  if (encoding === 'json') {
    if (request.isMultipart()) throw new ProblemError('unsupported_media_type');
    // No body at all is the same as an empty one.
    return request.body ?? {};
  }
  if (!request.isMultipart()) {
    if (type === undefined && request.body === undefined) return {};
    throw new ProblemError('unsupported_media_type');
  }
  return readFields(request, maxBytes);
}

async function readFields(request: FastifyRequest, maxBytes: number): Promise<Record<string, string>> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new ProblemError('too_large');
  takeTurns(request.raw);
  // Without a prototype a field may have any name.
  const fields: Record<string, string> = Object.create(null);
  let bytes = 0;
  for await (const part of readableParts(request)) {
    if (part.type === 'file') {
      part.file.resume();
      throw new ProblemError('invalid_input', `${part.fieldname} must be a text field, not a file.`);
    }
    if (part.valueTruncated || part.fieldnameTruncated) throw new ProblemError('too_large');
    const value = String(part.value);
    bytes += Buffer.byteLength(value);
    if (bytes > maxBytes) throw new ProblemError('too_large');
    fields[part.fieldname] = value;
  }
  return { ...fields };
}

/** A form that ends too early, or never begins, is the sender's fault; its parser throws plain errors. */
async function* readableParts(request: FastifyRequest): ReturnType<FastifyRequest['parts']> {
  try {
    yield* request.parts();
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error) throw error;
    throw unreadable('This form could not be read.', error);
  }
}

import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import type { CallName, ParsedBody } from '@gyan/contract/calls.ts';
import { inputLimits } from '@gyan/contract/limits.ts';
import { photoField } from '@gyan/contract/photos.ts';
import { sceneField, sceneLimits } from '@gyan/contract/scenes.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from './problems.ts';
import { queueLargeBody } from './queue-large-bodies.ts';
import { ReceivedPhoto } from './received-photo.ts';

/**
 * An empty body counts as an empty object, so that every missing field gets its own message. Nesting is checked before
 * parsing.
 */
export function installJsonBodies(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: inputLimits.jsonBytes },
    (_request, bytes, done) => {
      try {
        done(null, parseJson(textOf(bytes as Buffer)));
      } catch (error) {
        done(error as Error);
      }
    },
  );
}

/** Refuses invalid UTF-8; decoding would store replacement characters instead. */
function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw unreadable('This request is not valid UTF-8.');
  return bytes.toString('utf8');
}

/**
 * False if the percent-encoded bytes of a query are not valid UTF-8. A percent sign that encodes nothing stands for
 * itself.
 */
export function hasUtf8Query(url: string): boolean {
  const start = url.indexOf('?');
  if (start === -1) return true;
  const bytes = url
    .slice(start)
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return isUtf8(Buffer.from(bytes, 'latin1'));
}

function parseJson(text: string): unknown {
  if (text.trim() === '') return {};
  if (isDeeperThan(text, inputLimits.jsonDepth)) throw unreadable('This request is nested too deeply.');
  try {
    return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value));
  } catch (error) {
    throw unreadable('This request is not valid JSON.', error);
  }
}

function unreadable(detail: string, cause?: unknown): ProblemError {
  return new ProblemError('invalid_input', detail, { cause });
}

/** Counts brackets outside of strings. */
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

/** A validated body as a handler gets it: a picture is decoded instead of base64 text. */
export type Received<Body> = {
  [Field in keyof Body]: Field extends typeof photoField
    ? ReceivedPhoto | Exclude<Body[Field], string>
    : Body[Field];
};
export type ReceivedBody<K extends CallName> = Received<ParsedBody<K>>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Upper bound of the form's size in bytes. */
    formLength: number;
    photo: ReceivedPhoto | undefined;
    upload: UploadedFile | undefined;
  }
}

/**
 * A file of a form, on disk. It is deleted when the answer is sent or the client disconnects, unless `keep` was called.
 */
export interface UploadedFile {
  path: string;
  bytes: number;
  /** Leaves it to the caller, who has to call `remove`. */
  keep(): void;
  isKept: boolean;
  remove(): Promise<void>;
}

/** Only in the scope of the upload routes: the plugin adds hooks to every request. */
export async function installMultipartBodies(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    limits: { files: 30, parts: 31, headerPairs: 50 },
  });
}

/** Reads a form as a plain object; refuses other encodings. */
export async function readForm(
  request: FastifyRequest,
  { bodyBytes, upload }: { bodyBytes?: number | undefined; upload?: string | undefined },
): Promise<unknown> {
  const maxBytes = bodyBytes ?? inputLimits.multipartBytes;
  if (!request.isMultipart()) {
    if (request.headers['content-type'] === undefined && request.body === undefined) return {};
    throw new ProblemError('unsupported_media_type');
  }
  const byteLength = Number(request.headers['content-length'] ?? maxBytes);
  if (byteLength > maxBytes) throw new ProblemError('too_large');
  // An uploaded file is not in memory.
  request.formLength = upload === undefined ? byteLength : 0;
  await queueLargeBody(request.raw, byteLength);
  // The parser would wait forever for the end of a disconnected request.
  if (request.raw.destroyed) throw formUnreadable();
  const maxTextBytes = upload === undefined ? bodyBytes : undefined;
  try {
    return await readFields(request, {
      byteLength,
      maxBytes,
      maxTextBytes: maxTextBytes ?? inputLimits.richTextBytes,
      upload,
    });
  } catch (error) {
    await request.upload?.remove();
    throw error;
  }
}

/** Replaces the validated beginning of the base64 text by the decoded picture. */
export function restorePhoto({ body, photo }: FastifyRequest): void {
  const fields = body as Record<string, unknown> | undefined;
  if (photo && fields?.[photoField]) fields[photoField] = photo;
}

const isFile = (type: string | undefined, fileName: string | undefined) =>
  type === 'application/octet-stream' || fileName !== undefined;

interface FormLimits {
  byteLength: number;
  maxBytes: number;
  maxTextBytes: number;
  /** The field that is a file. */
  upload: string | undefined;
}

/** More than allowed, so that a scene that is somewhat too large is refused as a scene. */
const maxSceneBytes = 5 * sceneLimits.bytes;

async function readFields(
  request: FastifyRequest,
  { byteLength, maxBytes, maxTextBytes, upload }: FormLimits,
): Promise<Record<string, string>> {
  // Without a prototype, so that a field may have any name.
  const fields: Record<string, string> = Object.create(null);
  let bytes = 0;
  for await (const part of readableParts(request, maxBytes)) {
    // Always a file, because of `isPartAFile`.
    if (part.type !== 'file') continue;
    if (part.fieldname === upload && request.upload === undefined) {
      request.upload = await receiveFile(part.file, maxBytes);
      fields[part.fieldname] = part.filename ?? '';
    } else if (isFile(part.mimetype, part.filename)) {
      part.file.resume();
      throw new ProblemError('invalid_input', `${part.fieldname} must be a text field, not a file.`);
    } else if (part.fieldname === photoField) {
      request.photo = await receivePhoto(part.file, byteLength);
      fields[part.fieldname] = request.photo.head;
    } else {
      const limit = part.fieldname === sceneField ? maxSceneBytes : maxTextBytes;
      fields[part.fieldname] = textOf(await receiveText(part.file, limit));
    }
    bytes += part.file.bytesRead;
    if (bytes > maxBytes) throw new ProblemError('too_large');
  }
  return { ...fields };
}

async function* readableParts(
  request: FastifyRequest,
  maxBytes: number,
): ReturnType<FastifyRequest['parts']> {
  try {
    yield* request.parts({
      // Every part as bytes; as text the parser would replace invalid UTF-8 silently.
      isPartAFile: () => true,
      // By default the limit of JSON bodies.
      limits: { fileSize: maxBytes },
    });
  } catch (error) {
    throw refusalOf(error);
  }
}

async function receiveText(pieces: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    // A part that is too long is still read to its end, because the parser reports the next one only then.
    for await (const chunk of pieces as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
    }
  } catch (error) {
    throw refusalOf(error);
  }
  if (bytes > maxBytes) throw new ProblemError('too_large', 'This text is too long.');
  return Buffer.concat(chunks);
}

function receivePhoto(pieces: Readable, formLength: number): Promise<ReceivedPhoto> {
  return new Promise((resolve, reject) => {
    // It may have failed before the listeners below were added.
    if (pieces.destroyed) reject(refusalOf(pieces.errored ?? undefined));
    const photo = new ReceivedPhoto(formLength);
    pieces.once('limit', () => reject(new ProblemError('too_large')));
    pieces.once('error', (error) => reject(refusalOf(error)));
    pieces.once('end', () => {
      photo.end();
      resolve(photo);
    });
    pieces.once('close', () => reject(refusalOf(undefined)));
    pieces.on('data', (piece: Buffer) => photo.take(piece));
  });
}

async function receiveFile(pieces: Readable, maxBytes: number): Promise<UploadedFile> {
  const path = join(tmpdir(), `gyan-upload-${randomUUID()}`);
  const remove = () => rm(path, { force: true });
  let bytes = 0;
  try {
    await pipeline(
      pieces,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          if (bytes > maxBytes) throw new ProblemError('too_large');
          yield chunk;
        }
      },
      createWriteStream(path, { mode: 0o600, flags: 'wx' }),
    );
  } catch (error) {
    await remove();
    throw error instanceof ProblemError ? error : refusalOf(error);
  }
  const file: UploadedFile = {
    path,
    bytes,
    remove,
    keep() {
      file.isKept = true;
    },
    isKept: false,
  };
  return file;
}

/** Deletes the uploaded file when the request ends. `onResponse` would not run after a disconnect. */
export async function removeUploadLater({ upload }: FastifyRequest, { raw }: FastifyReply): Promise<void> {
  const remove = () => {
    if (upload && !upload.isKept) void upload.remove();
  };
  if (raw.closed) remove();
  else raw.once('close', remove);
}

/** Errors of the form parser without a status are the client's fault: a form that ends too early or never begins. */
function refusalOf(error: unknown): Error {
  return error instanceof Error && 'statusCode' in error ? error : formUnreadable(error);
}

const formUnreadable = (cause?: unknown) => unreadable('This form could not be read.', cause);

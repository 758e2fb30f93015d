import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { makeCard, makeSubject } from '../server/test/factories.ts';
import { brokenInvariants } from '../server/test/invariants.ts';
import type { TestApp } from '../server/test/open-app.ts';
import { openTestApp } from './support/app.ts';
import { makeHostileFiles, payload } from './support/hostile-files.ts';
import { runTortureScript } from './support/torture-script.ts';

// Uploads every hostile file through every call that takes a picture. Each must be refused or made harmless, quickly,
// and the server must stay healthy. Usage: node torture/hostile-files.ts

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const maxMs = 10_000;
const maxMemory = 700 * 1024 * 1024;

interface Upload {
  method: string;
  path: string;
  fields: () => Promise<Record<string, string>>;
}

function uploadsOf(gyan: TestApp, userId: number): Upload[] {
  let count = 0;
  const fresh = () => {
    count += 1;
    return `Name ${count}`;
  };
  const card = async () => String(await makeCard(gyan.db, { ownerId: userId }));
  const subject = async () => String(await makeSubject(gyan.db, { ownerId: userId }));
  const topic = async () => {
    const rows = await gyan.db.query<{ id: number }>({
      name: '',
      text: `insert into topics (name) values ($1) returning id`,
      values: [fresh()],
    });
    return String(rows[0]?.id);
  };
  const all: Upload[] = [
    { method: 'PUT', path: '/r/updateuserphoto', fields: async () => ({}) },
    { method: 'POST', path: '/r/post', fields: async () => ({ title: 'A card', statusText: 'Words.' }) },
    { method: 'PUT', path: '/r/post', fields: async () => ({ postId: await card() }) },
    { method: 'POST', path: '/r/subject', fields: async () => ({ title: 'A subject' }) },
    { method: 'PUT', path: '/r/subject', fields: async () => ({ subjectId: await subject() }) },
    { method: 'POST', path: '/r/topic', fields: async () => ({ name: fresh() }) },
    { method: 'PUT', path: '/r/topic', fields: async () => ({ topicId: await topic() }) },
  ];
  return options.quick ? all.slice(0, 2) : all;
}

/** Calls where the picture is optional; an empty one means none. */
const mayBeEmpty = (path: string, method: string) =>
  path !== '/r/updateuserphoto' && (method === 'PUT' || path === '/r/post');

/** Cards made by the factory have no computed score. */
const knownBroken = ['a score follows its counts'];

await runTortureScript({ promise: '14', name: 'hostile-files' }, async (context) => {
  const gyan = await openTestApp(context);
  const { token, userId } = await gyan.signedIn({ role: 'kAdmin' });
  const files = await makeHostileFiles();
  const answered = { '200': 0, '400': 0, '413': 0 };
  let slowestMs = 0;
  let memory = 0;
  let photosChecked = 0;
  for (const { method, path, fields } of uploadsOf(gyan, userId)) {
    for (const { name, bytes: upload, isPicture } of files) {
      const label = `${method} ${path} with ${name}`;
      const form = { ...(await fields()), photoBase64: upload.toString('base64') };
      const startedAt = performance.now();
      const { status, text } = await gyan.request(path, { method, token, form });
      const ms = performance.now() - startedAt;
      slowestMs = Math.max(slowestMs, ms);
      memory = Math.max(memory, process.memoryUsage().rss);
      context.check(ms < maxMs, `${label} took ${Math.round(ms)} ms`);
      const isLeftOut = upload.length === 0 && mayBeEmpty(path, method);
      if (status !== 200 && status !== 400 && status !== 413)
        context.fail(`${label} was answered ${status}: ${text.slice(0, 200)}`);
      else answered[`${status}`] += 1;
      if (status === 200 && !isPicture && !isLeftOut) context.fail(`${label} was taken`);
      if (status !== 200 && isPicture) context.fail(`${label} was refused: ${text.slice(0, 200)}`);
      for (const url of status === 200 ? photoUrlsIn(text) : []) {
        photosChecked += 1;
        const photo = await fetch(new URL(url, gyan.url));
        const bytes = Buffer.from(await photo.arrayBuffer());
        const served = bytes.toString('latin1');
        const type = photo.headers.get('content-type') ?? '';
        context.check(/^image\/(webp|jpeg)$/.test(type), `${label} is served as ${type}`);
        context.check(
          photo.headers.get('x-content-type-options') === 'nosniff',
          `${label} may be taken for something else`,
        );
        context.check(
          !served.includes(payload) && !served.includes('Exif') && !served.includes('PK\x03\x04'),
          `${label} brings along what was in it`,
        );
        const metadata = await metadataOf(bytes);
        context.check(metadata.length === 0, `${label} still has ${metadata.join(', ')}`);
      }
    }
    console.log(`${method} ${path}: ${files.length} files`);
  }
  context.check(memory < maxMemory, `the server needed ${Math.round(memory / 1e6)} MB`);
  for (const claim of await brokenInvariants(gyan.db, knownBroken)) context.fail(claim);
  context.check((await gyan.request('/feed')).status === 200, 'the feed is gone');
  return {
    files: files.length,
    uploads: answered['200'] + answered['400'] + answered['413'],
    'made harmless': answered['200'],
    refused: answered['400'] + answered['413'],
    'pictures looked at': photosChecked,
    'slowest ms': Math.round(slowestMs),
    'memory MB': Math.round(memory / 1e6),
  };
});

/** Kinds of metadata in a picture; served pictures have none. */
async function metadataOf(bytes: Buffer): Promise<string[]> {
  const found = await sharp(bytes).metadata();
  const parts = ['exif', 'xmp', 'iptc', 'icc', 'comments', 'orientation'] as const;
  return [
    ...parts.filter((part) => found[part] !== undefined),
    ...((found.pages ?? 1) > 1 ? ['frames'] : []),
  ];
}

/** URLs of all pictures in an answer, in every size. */
function photoUrlsIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(/"(\/media\/[^"]+)"/g), ([, url]) => url ?? ''))];
}

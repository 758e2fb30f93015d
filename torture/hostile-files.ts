import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { makeCard, makeSubject } from '../server/test/factories.ts';
import { brokenInvariants } from '../server/test/invariants.ts';
import type { TestApp } from '../server/test/open-app.ts';
import { openStageApp } from './support/app.ts';
import { makeHostileFiles, payload } from './support/hostile-files.ts';
import { prove } from './support/proof.ts';

// Sends every hostile file through every call that takes one, and looks that each is refused or made harmless, soon, and that nothing else
// suffers. Usage: node torture/hostile-files.ts

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const longestMs = 10_000;
const mostMemory = 700 * 1024 * 1024;

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

/** An empty picture means none where one may be left out. */
const mayBeEmpty = (path: string, method: string) =>
  path !== '/r/updateuserphoto' && (method === 'PUT' || path === '/r/post');

/** Cards that were not posted have a score of their own. */
const madeUp = ['a score follows its counts'];

await prove({ promise: '14', name: 'hostile-files' }, async (stage) => {
  const gyan = await openStageApp(stage);
  const { token, userId } = await gyan.signedIn({ role: 'kAdmin' });
  const files = await makeHostileFiles();
  const answered = { '200': 0, '400': 0, '413': 0 };
  let slowestMs = 0;
  let memory = 0;
  let looked = 0;
  for (const { method, path, fields } of uploadsOf(gyan, userId)) {
    for (const { name, bytes: sent, isPicture } of files) {
      const said = `${method} ${path} with ${name}`;
      const form = { ...(await fields()), photoBase64: sent.toString('base64') };
      const began = performance.now();
      const { status, text } = await gyan.ask(path, { method, token, form });
      const ms = performance.now() - began;
      slowestMs = Math.max(slowestMs, ms);
      memory = Math.max(memory, process.memoryUsage().rss);
      stage.check(ms < longestMs, `${said} took ${Math.round(ms)} ms`);
      const isLeftOut = sent.length === 0 && mayBeEmpty(path, method);
      if (status !== 200 && status !== 400 && status !== 413)
        stage.fail(`${said} was answered ${status}: ${text.slice(0, 200)}`);
      else answered[`${status}`] += 1;
      if (status === 200 && !isPicture && !isLeftOut) stage.fail(`${said} was taken`);
      if (status !== 200 && isPicture) stage.fail(`${said} was refused: ${text.slice(0, 200)}`);
      for (const url of status === 200 ? photosIn(text) : []) {
        looked += 1;
        const photo = await fetch(new URL(url, gyan.url));
        const bytes = Buffer.from(await photo.arrayBuffer());
        const served = bytes.toString('latin1');
        const type = photo.headers.get('content-type') ?? '';
        stage.check(/^image\/(webp|jpeg)$/.test(type), `${said} is served as ${type}`);
        stage.check(
          photo.headers.get('x-content-type-options') === 'nosniff',
          `${said} may be taken for something else`,
        );
        stage.check(
          !served.includes(payload) && !served.includes('Exif') && !served.includes('PK\x03\x04'),
          `${said} brings along what was in it`,
        );
        const knows = await knownBy(bytes);
        stage.check(knows.length === 0, `${said} still has ${knows.join(', ')}`);
      }
    }
    console.log(`${method} ${path}: ${files.length} files`);
  }
  stage.check(memory < mostMemory, `the server needed ${Math.round(memory / 1e6)} MB`);
  for (const claim of await brokenInvariants(gyan.db, madeUp)) stage.fail(claim);
  stage.check((await gyan.ask('/feed')).status === 200, 'the feed is gone');
  return {
    files: files.length,
    uploads: answered['200'] + answered['400'] + answered['413'],
    'made harmless': answered['200'],
    refused: answered['400'] + answered['413'],
    'pictures looked at': looked,
    'slowest ms': Math.round(slowestMs),
    'memory MB': Math.round(memory / 1e6),
  };
});

/** What a picture says besides itself; nothing of it is ours. */
async function knownBy(bytes: Buffer): Promise<string[]> {
  const found = await sharp(bytes).metadata();
  const parts = ['exif', 'xmp', 'iptc', 'icc', 'comments', 'orientation'] as const;
  return [
    ...parts.filter((part) => found[part] !== undefined),
    ...((found.pages ?? 1) > 1 ? ['frames'] : []),
  ];
}

/** The addresses of an answer's pictures, in every size. */
function photosIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(/"(\/media\/[^"]+)"/g), ([, url]) => url ?? ''))];
}

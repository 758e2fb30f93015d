import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { brokenImports, checkedFolders } from './imports.js';

const roots = [];

afterEach(async () => {
  for (const root of roots.splice(0)) await rm(root, { recursive: true, force: true });
});

/** Names of the rules broken in a small file tree. */
async function brokenIn(files) {
  const root = await mkdtemp(join(tmpdir(), 'gyan-imports-'));
  roots.push(root);
  const manifest = JSON.stringify({ type: 'module', imports: { '#*': './src/*' } });
  const all = { 'server/package.json': manifest, 'web/package.json': manifest, ...files };
  for (const [path, text] of Object.entries(all)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  const folders = new Set(Object.keys(all).map((path) => path.split('/')[0]));
  const { broken, checked } = await brokenImports(root, [...folders]);
  expect(checked.length).toBeGreaterThan(0);
  return broken.map((sentence) => sentence.slice(0, sentence.indexOf(' → ')));
}

const empty = 'export const nothing: number = 0;';
const uses = (path) => `import { nothing } from '${path}';\nexport const something: number = nothing;`;
const usesTypeOf = (path) =>
  `import type { nothing } from '${path}';\nexport type Something = typeof nothing;`;

test('a chain may import a card', async () => {
  const files = {
    'server/src/domains/cards/policy.ts': empty,
    'server/src/domains/chains/actions.ts': uses('#domains/cards/policy.ts'),
  };
  expect(await brokenIn(files)).toEqual([]);
});

test.each([
  ['a card that imports a chain', 'domains/cards/view.ts', 'domains/chains/view.ts', 'server domain: cards'],
  [
    'a like that knows a card',
    'domains/likes/view.ts',
    'domains/cards/view.ts',
    'server domain: likes, comments',
  ],
  ['a library that opens the database', 'lib/ids.ts', 'db/pool.ts', 'server layer: config.ts, lib'],
  ['HTTP that reaches into a domain', 'http/serve.ts', 'domains/users/view.ts', 'server layer: http'],
  ['a domain that builds the app', 'domains/admin/routes.ts', 'app.ts', 'server layer: domains'],
  ['an undeclared domain', 'app.ts', 'domains/attic/routes.ts', 'undeclared server domain'],
])('%s is found', async (_who, from, to, rule) => {
  const files = { [`server/src/${from}`]: uses(`#${to}`), [`server/src/${to}`]: empty };
  expect(await brokenIn(files)).toEqual([`${rule}: server/src/${from}`]);
});

test.each([
  ['a primitive that knows a feature', 'ui/Button.tsx', 'features/cards/api.ts', 'web layer: ui, lib'],
  ['a feature that imports a page', 'features/feed/Feed.tsx', 'pages/Landing.tsx', 'web layer: features'],
  ['a feature above its layer', 'features/cards/Card.tsx', 'features/shell/TopBar.tsx', 'web feature: cards'],
])('%s is found', async (_who, from, to, rule) => {
  const files = { [`web/src/${from}`]: uses(`#${to}`), [`web/src/${to}`]: empty };
  expect(await brokenIn(files)).toEqual([`${rule}: web/src/${from}`]);
});

test('a page that imports the server is found, even for a type alone', async () => {
  const files = {
    'web/src/pages/Landing.tsx': usesTypeOf('../../../server/src/lib/ids.ts'),
    'server/src/lib/ids.ts': empty,
  };
  expect(await brokenIn(files)).toEqual(['web without server: web/src/pages/Landing.tsx']);
});

test('a test may import what it tests with, the product may not', async () => {
  const files = {
    'server/test/factories.ts': empty,
    'server/src/domains/cards/cards.test.ts': uses('../../../test/factories.ts'),
    'server/src/domains/cards/view.ts': uses('../../../test/factories.ts'),
  };
  expect(await brokenIn(files)).toEqual(['product without tests: server/src/domains/cards/view.ts']);
});

test('a cycle is found', async () => {
  const files = {
    'server/src/lib/day.ts': "import { night } from './night.ts';\nexport const day = () => night;",
    'server/src/lib/night.ts': "import { day } from './day.ts';\nexport const night = () => day;",
  };
  expect(await brokenIn(files)).toEqual(['no cycle: server/src/lib/day.ts']);
});

test.each(['bench', 'torture', 'deploy', 'scripts'])('a cycle in %s is found', async (folder) => {
  expect(checkedFolders).toContain(folder);
  const files = {
    [`${folder}/day.ts`]: "import { night } from './night.ts';\nexport const day = () => night;",
    [`${folder}/night.ts`]: "import { day } from './day.ts';\nexport const night = () => day;",
  };
  expect(await brokenIn(files)).toEqual([`no cycle: ${folder}/day.ts`]);
});

import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { ensureBuilt } from './lib/build.js';
import { findChromium } from './lib/chromium.js';
import { Failure, main } from './lib/failure.js';
import { ensureInstalled, npm } from './lib/install.js';
import { at, projectNode } from './lib/paths.js';
import { run, runInForeground } from './lib/process.js';

// Not part of npm test: its scores depend on the machine, and the tool takes 230 MB.
const version = '13.5.0';
const floors = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const tool = at('.cache', 'lighthouse');
const cli = at('.cache', 'lighthouse', 'node_modules', 'lighthouse', 'cli', 'index.js');
const report = at('.cache', 'lighthouse-report.json');

async function ensureLighthouse() {
  if (existsSync(cli)) return;
  console.log(`Fetching Lighthouse ${version}…`);
  await mkdir(tool, { recursive: true });
  const [program, ...args] = npm();
  const flags = [
    'install',
    '--prefix',
    tool,
    '--no-save',
    '--no-audit',
    '--no-fund',
    `lighthouse@${version}`,
  ];
  const { code, output } = await run(program, [...args, ...flags], { cwd: tool });
  if (code === 0) return;
  await rm(tool, { recursive: true, force: true });
  process.stderr.write(output);
  throw new Failure('Lighthouse could not be fetched; what npm said is above.');
}

async function measure(url) {
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
  const args = [
    url,
    '--quiet',
    '--output=json',
    `--output-path=${report}`,
    `--chrome-flags=${flags.join(' ')}`,
  ];
  const { code, output } = await run(projectNode, [cli, ...args], {
    env: { ...process.env, CHROME_PATH: await findChromium() },
  });
  if (code !== 0) throw new Failure(`Lighthouse could not measure ${url}:\n${output}`);
  return JSON.parse(await readFile(report, 'utf8'));
}

/** Audits that cost points. */
const losses = ({ auditRefs }, audits) =>
  auditRefs
    .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 0.9)
    .map(({ id }) => `${id} ${audits[id].displayValue ?? ''}`.trim());

/** The landing page, a card and a subject of the demo. */
async function samplePaths(url) {
  const read = async (path) => (await fetch(`${url}/api/v1/${path}`)).json();
  const { postModelVec } = await read('posts?limit=1');
  const { subjectModelVec } = await read('subjects?limit=1');
  return ['/', `/pd/${postModelVec[0].urlText}`, `/sub/${subjectModelVec[0].id}`];
}

// npm run lighthouse [-- /tns /lsv]
await main(async () => {
  await ensureInstalled();
  if (process.execPath !== projectNode)
    return runInForeground(projectNode, process.argv.slice(1), process.env);
  await ensureBuilt();
  await ensureLighthouse();
  const { startSite } = await import('../e2e/support/site.ts');
  const site = await startSite();
  try {
    let missed = 0;
    const given = process.argv.slice(2);
    for (const path of given.length > 0 ? given : await samplePaths(site.url)) {
      const { categories, audits } = await measure(`${site.url}${path}`);
      for (const [id, floor] of Object.entries(floors)) {
        const score = Math.round(categories[id].score * 100);
        if (score < floor) missed += 1;
        const lost = losses(categories[id], audits);
        console.log(
          `${path} ${id}: ${score}${score < floor ? ` (wanted ${floor})` : ''}${lost.length > 0 ? `  ${lost.join(', ')}` : ''}`,
        );
      }
    }
    return missed === 0 ? 0 : 1;
  } finally {
    await site.stop();
  }
});

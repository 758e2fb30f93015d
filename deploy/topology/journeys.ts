import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Findings, readsByReplica } from './faults.ts';
import type { AppServer } from './pieces.ts';
import type { Stack } from './stack.ts';

const project = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
/** Of all journeys together; they take a third of it on two cores that others use as well. */
const longestMs = 30 * 60_000;

/** Makes the journeys of all files, or of those named, through the load balancer; whatever an app server failed at meanwhile counts too. */
export async function makeJourneys(
  stack: Stack,
  names: string[],
  interrupted: Promise<unknown>,
): Promise<Findings> {
  const { isGreen, summary } = await play(stack, names, interrupted);
  const failures = (await Promise.all(stack.apps.map(failuresOf))).flat();
  const reads = await readsByReplica(stack.apps);
  const complaints = failures.map((failure) => `journeys: ${failure}`);
  if (!isGreen) complaints.push(`journeys: ${summary}`);
  if (names.length === 0 && !reads['reads the replica could answer: served'])
    complaints.push('journeys: nobody read from the replica');
  return { complaints, figures: { journeys: summary, ...reads } };
}

async function play({ url, env, apps }: Stack, names: string[], interrupted: Promise<unknown>) {
  const child = spawn(
    process.execPath,
    [
      project('node_modules/@playwright/test/cli.js'),
      'test',
      `--config=${project('e2e/playwright.config.ts')}`,
      `--reporter=${project('deploy/topology/reporter.ts')}`,
      // Who does not see their own write sees it at the second try.
      '--retries=0',
      `--global-timeout=${longestMs}`,
      ...names,
    ],
    {
      cwd: project(''),
      env: {
        ...process.env,
        GYAN_URL: url,
        GYAN_STORAGE: env.STORAGE_URL,
        GYAN_DEMO_KEY: apps.map((app) => app.demoKey()).find(Boolean),
        AWS_ACCESS_KEY_ID: env.AWS_ACCESS_KEY_ID,
        AWS_SECRET_ACCESS_KEY: env.AWS_SECRET_ACCESS_KEY,
        // Playwright sets FORCE_COLOR for its workers, and Node warns about both being set.
        NO_COLOR: undefined,
        FORCE_COLOR: process.stderr.isTTY ? '1' : '0',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  void interrupted.then(() => child.kill('SIGINT'));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    process.stderr.write(text);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { isGreen: code === 0, summary: said.trimEnd().split('\n').at(-1) ?? '' };
}

/** The site has no AI, and one journey is about what people are told then. */
const partOfTheStory = 'GET /api/v1/r/gen with 503';

/** Answers above 499, which a browser may have hidden by asking again. */
async function failuresOf(app: AppServer): Promise<string[]> {
  const pattern =
    /^http_request_duration_seconds_count\{method="(\w+)",route="([^"]+)",status="(5\d\d)"\} (\d+)/gm;
  return [...(await app.metrics()).matchAll(pattern)]
    .map(([, method, route, status, count]) => ({ answer: `${method} ${route} with ${status}`, count }))
    .filter(({ answer }) => answer !== partOfTheStory)
    .map(({ answer, count }) => `${app.name} answered ${answer}, ${count} ×`);
}

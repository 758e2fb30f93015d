import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { AppServer } from './app-server.ts';
import { readsByReplica } from './faults.ts';
import type { Findings } from './findings.ts';
import type { Stack } from './stack.ts';

const project = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
/** For all journeys; about three times what they take on two busy cores. */
const timeoutMs = 30 * 60_000;

/** Runs all journeys, or those of the named files, through the load balancer; 5xx answers of app servers count too. */
export async function runJourneys(
  stack: Stack,
  names: string[],
  interrupted: Promise<unknown>,
): Promise<Findings> {
  const { passed, summary } = await runPlaywright(stack, names, interrupted);
  const serverErrors = (await Promise.all(stack.apps.map(serverErrorsOf))).flat();
  const reads = await readsByReplica(stack.apps);
  const failures = serverErrors.map((failure) => `journeys: ${failure}`);
  if (!passed) failures.push(`journeys: ${summary}`);
  if (names.length === 0 && !reads['reads the replica could answer: served'])
    failures.push('journeys: no read was served by the replica');
  return { failures, figures: { journeys: summary, ...reads } };
}

async function runPlaywright({ url, env, apps }: Stack, names: string[], interrupted: Promise<unknown>) {
  const child = spawn(
    process.execPath,
    [
      project('node_modules/@playwright/test/cli.js'),
      'test',
      `--config=${project('e2e/playwright.config.ts')}`,
      `--reporter=${project('deploy/topology/reporter.ts')}`,
      // A retry would hide a stale read.
      '--retries=0',
      `--global-timeout=${timeoutMs}`,
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
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    process.stderr.write(text);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { passed: code === 0, summary: output.trimEnd().split('\n').at(-1) ?? '' };
}

/** The site has no AI endpoint, and one journey tests that error. */
const expectedError = 'GET /api/v1/r/gen with 503';

/** 5xx answers, which a browser may have hidden by retrying. */
async function serverErrorsOf(app: AppServer): Promise<string[]> {
  const pattern =
    /^http_request_duration_seconds_count\{method="(\w+)",route="([^"]+)",status="(5\d\d)"\} (\d+)/gm;
  return [...(await app.metrics()).matchAll(pattern)]
    .map(([, method, route, status, count]) => ({ answer: `${method} ${route} with ${status}`, count }))
    .filter(({ answer }) => answer !== expectedError)
    .map(({ answer, count }) => `${app.name} answered ${answer}, ${count} ×`);
}

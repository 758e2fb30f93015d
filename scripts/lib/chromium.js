import { existsSync } from 'node:fs';
import { Failure } from './failure.js';
import { run } from './process.js';
import { runTool } from './tools.js';

const usualPaths = {
  linux: [
    // The headless shell opens a page in a third of the time.
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  ],
};

/** Path of a Chromium: an installed one, else Playwright's, else, on Debian as root, the package. */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (existsSync(named)) return named;
    throw new Failure(`CHROMIUM_PATH names ${named}, and there is no such file.`);
  }
  return findInstalled() ?? (await installWithPlaywright()) ?? (await installWithApt()) ?? giveUp();
}

const findInstalled = () => usualPaths[process.platform]?.find((path) => existsSync(path));

async function installWithPlaywright() {
  const { chromium } = await import('@playwright/test');
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  console.log('Fetching a Chromium for the journeys…');
  const { code } = await runTool('playwright', ['install', 'chromium']);
  return code === 0 && existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

async function installWithApt() {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return undefined;
  console.log('Installing the Chromium package for the journeys…');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env });
  for (const name of ['chromium-headless-shell', 'chromium']) {
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env });
    if (findInstalled()) return findInstalled();
  }
  return undefined;
}

function giveUp() {
  throw new Failure(
    'The journeys need a browser: install Chromium or Chrome, or set CHROMIUM_PATH to the program of one.',
  );
}

import { defineConfig } from '@playwright/test';

const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const size = (width: number, height: number) => ({ viewport: { width, height } });

/** Journeys run on a desktop screen unless tagged with a smaller one. */
export default defineConfig({
  testDir: 'journeys',
  outputDir: '../.cache/journeys',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  workers: 3,
  // A test that needed its second try is listed by name at the end of the run: it is a defect.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  // Limits for a machine under load; journeys wait for states and pass much sooner.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  use: {
    // A trace takes a quarter of the time: ask for one with TRACE=1.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    // Animations cost CPU time, and clicks wait for them.
    contextOptions: { reducedMotion: 'reduce' },
    // Requests of a service worker pass by `page.route`.
    serviceWorkers: 'block',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: flags },
  },
  projects: [
    { name: 'desk', grepInvert: /@phone|@tablet/, use: size(1280, 800) },
    { name: 'tablet', grep: /@tablet/, use: size(768, 1024) },
    { name: 'phone', grep: /@phone/, use: { ...size(360, 740), hasTouch: true } },
  ],
});

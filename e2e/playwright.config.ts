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

/** Journeys are made at a desk; those tagged with a smaller screen are made on that one. */
export default defineConfig({
  testDir: 'journeys',
  outputDir: '../.cache/journeys',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  // A shared machine can be slow for a moment; what fails twice is broken.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 12_000 },
  use: {
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: flags },
    trace: 'retain-on-failure',
  },
  projects: [
    { name: 'desk', grepInvert: /@phone|@tablet/, use: size(1280, 800) },
    { name: 'tablet', grep: /@tablet/, use: size(768, 1024) },
    { name: 'phone', grep: /@phone/, use: { ...size(360, 740), hasTouch: true } },
  ],
});

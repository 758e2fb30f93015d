import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError, readConfig } from '#config.ts';
import { backUp } from '#db/backup.ts';
import { StartError } from '#db/start-error.ts';

/** `npm run backup -- <folder>`: copies the data folder with its pictures, also while the app runs. */
async function run(target: string | undefined): Promise<void> {
  if (!target) throw new StartError('Name the folder for the copy: npm run backup -- ../gyan-copy.');
  const config = readConfig(process.env);
  if (config.databaseUrl) {
    throw new StartError(
      'With DATABASE_URL the database is copied by its own tools; docs/backup.md says how.',
    );
  }
  const storage = new URL(config.storageUrl);
  const isFolder = storage.protocol === 'file:';
  await backUp(
    config.dataDir,
    resolve(target),
    isFolder ? [{ from: fileURLToPath(storage), as: 'storage' }] : [],
  );
  process.stdout.write(`Copied to ${resolve(target)}. To run on it: DATA_DIR=${resolve(target)} npm start\n`);
  if (!isFolder) process.stdout.write('Pictures are in a bucket and were not copied.\n');
}

try {
  await run(process.argv[2]);
} catch (error) {
  if (!(error instanceof StartError || error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

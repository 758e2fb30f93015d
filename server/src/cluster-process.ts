import closeWithGrace from 'close-with-grace';
import { AggregatorRegistry } from 'prom-client';
import { buildApp } from '#app.ts';
import type { Command, StartFailure, StoppedAccepting, WorkerSetup } from '#cluster.ts';
import { StartError } from '#db/start-error.ts';
import { closeDeps, openDeps } from '#deps.ts';
import { listen } from '#listen.ts';
import { prepareShutdown } from '#shutdown.ts';

// A worker: one of the HTTP processes that the primary forks. node:cluster ends it when the primary dies.

const drainMs = 7_000;

async function serve({ config, databaseUrl }: WorkerSetup): Promise<void> {
  const deps = await openDeps(config, databaseUrl);
  // Sends the metrics of this process when the primary collects them.
  void new AggregatorRegistry();
  AggregatorRegistry.setRegistries(deps.metrics.registry);
  const app = await buildApp(deps);
  const shutdown = prepareShutdown(app);
  const grace = closeWithGrace({ delay: drainMs + 500, logger: false }, async ({ err }) => {
    if (err) deps.log.fatal({ err }, 'uncaught error');
    await shutdown.drain(drainMs);
    await closeDeps(deps);
  });
  stopAccepting = async () => {
    await shutdown.stopAccepting();
    // Sent on the channel on which node:cluster tells the primary that this worker stopped listening, and after that.
    process.send?.({ stoppedAccepting: true } satisfies StoppedAccepting);
  };
  drain = () => grace.close();
  await listen(app, config);
}

function reportFailure(error: Error): void {
  const startFailure = { message: error.message, isSentence: error instanceof StartError };
  process.send?.({ startFailure } satisfies StartFailure, undefined, undefined, () => process.exit(1));
}

/** Replaced as soon as there is something to drain. */
let drain = (): void => process.exit(0);
let stopAccepting = async (): Promise<void> => process.exit(0);

process.on('message', (command: Command | Record<string, never>) => {
  if ('setup' in command) serve(command.setup).catch(reportFailure);
  else if ('stopAccepting' in command) void stopAccepting();
  else if ('drain' in command) drain();
});

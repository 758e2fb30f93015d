import closeWithGrace from 'close-with-grace';
import { AggregatorRegistry } from 'prom-client';
import { buildApp } from '#app.ts';
import type { Command, DoorClosed, Order, Refusal } from '#cluster.ts';
import { StartError } from '#db/start-error.ts';
import { closeDeps, openDeps } from '#deps.ts';
import { listen, prepareLeaving } from '#listen.ts';

// One of the HTTP processes that the primary forks. When the primary dies, node:cluster ends this one too.

const drainMs = 7_000;

async function serve({ config, databaseUrl }: Order): Promise<void> {
  const deps = await openDeps(config, databaseUrl);
  // Answers the primary when it collects everybody's figures.
  void new AggregatorRegistry();
  AggregatorRegistry.setRegistries(deps.metrics.registry);
  const app = await buildApp(deps);
  const leaving = prepareLeaving(app);
  const grace = closeWithGrace({ delay: drainMs + 500, logger: false }, async ({ err }) => {
    if (err) deps.log.fatal({ err }, 'an error that nobody caught');
    await leaving.drain(drainMs);
    await closeDeps(deps);
  });
  closeDoor = async () => {
    await leaving.closeDoor();
    // Comes after the word that this process accepts nobody any more, on the same line.
    process.send?.({ doorClosed: true } satisfies DoorClosed);
  };
  end = () => grace.close();
  await listen(app, config);
}

function refuse(error: Error): void {
  const refusal = { message: error.message, isSentence: error instanceof StartError };
  process.send?.({ refusal } satisfies Refusal, undefined, undefined, () => process.exit(1));
}

/** Until there is something to drain, ending is easy. */
let end = (): void => process.exit(0);
let closeDoor = async (): Promise<void> => process.exit(0);

process.on('message', (command: Command | Record<string, never>) => {
  if ('order' in command) serve(command.order).catch(refuse);
  else if ('closeDoor' in command) void closeDoor();
  else if ('drain' in command) end();
});

import { Readable } from 'node:stream';
import type { GeneratedContent, GeneratedDelta } from '@gyan/contract/ai.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#config.ts';
import type { Db } from '#db/pool.ts';
import { disconnectSignal } from '#http/disconnect.ts';
import { ProblemError, problemBody, toProblem } from '#http/problems.ts';
import { type Binding, bind } from '#http/serve.ts';
import { OutboundError } from '#lib/outbound.ts';
import { toContent } from './content.ts';
import { type Model, openModel, unavailable } from './model.ts';
import { PlainTextStream } from './plain-text-stream.ts';
import { type Slot, takeSlot } from './slots.ts';

export interface AiDeps {
  db: Db;
  config: Pick<Config, 'ai' | 'rateLimits'>;
}

const eventStream = 'text/event-stream';

/** When `shutdown` aborts, an unfinished answer ends with a problem that asks to retry. */
export function aiRoutes({ db, config }: AiDeps, shutdown: AbortSignal): Binding[] {
  const model = config.ai && openModel(config.ai);
  return [
    bind('GET /r/gen', async ({ query, viewer, request, reply }) => {
      if (!model) throw new ProblemError('ai_not_configured', 'Writing with AI is not set up here.');
      const disconnected = AbortSignal.any([disconnectSignal(reply), shutdown]);
      const slot = config.rateLimits ? await takeSlot(db, viewer.userId) : unlimited;
      // A stream that is never read never ends.
      onAbort(disconnected, () => void slot.release());
      const answer = write(model, query.p, slot, disconnected);
      if (request.headers.accept?.includes(eventStream)) {
        // Closes the connection too, so that shutdown does not wait for the client to close it.
        reply
          .type(`${eventStream}; charset=utf-8`)
          .header('x-accel-buffering', 'no')
          .header('connection', 'close');
        return Readable.from(toEvents(answer, request, reply), { objectMode: false });
      }
      let step = await answer.next();
      while (!step.done) step = await answer.next();
      return step.value;
    }),
  ];
}

const unlimited: Slot = { release: async () => {} };

function onAbort(signal: AbortSignal, react: () => void): void {
  if (signal.aborted) react();
  else signal.addEventListener('abort', react, { once: true });
}

async function* write(
  model: Model,
  prompt: string,
  slot: Slot,
  disconnected: AbortSignal,
): AsyncGenerator<string, GeneratedContent> {
  try {
    const { text, modelName } = yield* model.write(prompt, disconnected);
    return { content: getContent(text), modelName };
  } finally {
    await slot.release();
  }
}

function getContent(text: string): string {
  let content = '';
  try {
    content = toContent(text);
  } catch (error) {
    throw unavailable(error as Error, 1);
  }
  if (content === '') throw unavailable(new OutboundError('The model wrote nothing that can be shown'), 1);
  return content;
}

async function* toEvents(
  answer: AsyncGenerator<string, GeneratedContent>,
  request: FastifyRequest,
  reply: FastifyReply,
): AsyncGenerator<string> {
  try {
    // Sends a byte at once; the first token may take a while.
    yield ': writing\n\n';
    const plainText = new PlainTextStream();
    let step = await answer.next();
    while (!step.done) {
      const text = plainText.read(step.value);
      if (text !== '') yield event('delta', { text } satisfies GeneratedDelta);
      step = await answer.next();
    }
    yield event('done', step.value);
  } catch (error) {
    const problem = toProblem(error as ProblemError);
    if (reply.raw.destroyed) return;
    request.log.warn({ err: problem }, 'writing failed');
    yield event('error', problemBody(request, problem));
  } finally {
    // Stops the model if the client stops reading.
    await answer.return(undefined as never);
  }
}

function event(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

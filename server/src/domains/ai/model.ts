import { lengths } from '@gyan/contract/limits.ts';
import { isBlank } from '@gyan/contract/text.ts';
import type OpenAI from 'openai';
import type { Config } from '#config.ts';
import { ProblemError } from '#http/problems.ts';
import { CircuitOpenError, createCircuitBreaker } from '#lib/circuit-breaker.ts';
import { OutboundError } from '#lib/outbound.ts';
import { createSemaphore, QueueFullError } from '#lib/semaphore.ts';

/** Limits of time and size for one answer. */
export interface ModelLimits {
  firstTokenMs: number;
  allMs: number;
  /** Of the whole response. */
  maxBytes: number;
  /** Of the generated text. */
  maxCharacters: number;
}

const defaultLimits: ModelLimits = {
  firstTokenMs: 30_000,
  allMs: 120_000,
  maxBytes: 8 * 1024 * 1024,
  maxCharacters: 40_000,
};

const maxConcurrent = 16;
const circuit = { failures: 5, openMs: 20_000 };

const instructions = `You write learning cards: short, correct, friendly explanations for curious people.
Answer with simple HTML and nothing else: p, strong, em, u, ul, ol, li, blockquote, code and, for headings, h5.
No attributes, no links, no images, no tables, no styles, no surrounding html or body, no Markdown, no code fence.
Begin with the explanation itself. Keep it below 400 words unless asked for more. Use the language of the request.`;

/** The generated text so far, and the model's name once known. */
export interface GeneratedText {
  text: string;
  modelName: string;
}

export interface Model {
  /** Yields the answer in chunks and returns all of it. Returning early or aborting cancels the request. */
  write(prompt: string, signal: AbortSignal): AsyncGenerator<string, GeneratedText>;
}

/** The configured chat endpoint: streamed, limited in time, size and concurrency, behind a circuit breaker. */
export function openModel(config: NonNullable<Config['ai']>, limits: ModelLimits = defaultLimits): Model {
  const breaker = createCircuitBreaker(circuit);
  const limitConcurrency = createSemaphore(maxConcurrent, 0);
  let client: Promise<OpenAI> | undefined;

  return {
    async *write(prompt, signal) {
      const permit = await acquirePermit(limitConcurrency);
      try {
        const attempt = breaker.enter();
        try {
          client ??= connect(config, limits);
          const written = yield* streamAnswer(await client, config.model, prompt, { limits, signal });
          attempt.succeeded();
          return written;
        } catch (error) {
          if (signal.aborted) attempt.abandoned();
          else attempt.failed();
          throw error;
        } finally {
          // Has no effect unless the consumer stopped reading.
          attempt.abandoned();
        }
      } catch (error) {
        throw error instanceof CircuitOpenError ? unavailable(error, error.retryAfterMs / 1000) : error;
      } finally {
        permit.release();
      }
    },
  };
}

/** Holds a slot of the concurrency limit while a generator runs. */
async function acquirePermit(
  limitConcurrency: ReturnType<typeof createSemaphore>,
): Promise<{ release: () => void }> {
  const released = Promise.withResolvers<void>();
  const acquired = Promise.withResolvers<void>();
  limitConcurrency(() => {
    acquired.resolve();
    return released.promise;
  }).catch(acquired.reject);
  try {
    await acquired.promise;
  } catch (error) {
    if (error instanceof QueueFullError) throw unavailable(error, 5);
    throw error;
  }
  return { release: released.resolve };
}

async function connect({ baseUrl, apiKey }: NonNullable<Config['ai']>, limits: ModelLimits): Promise<OpenAI> {
  // Lazy: the library is large, and most processes never need it.
  const { default: Client } = await import('openai');
  return new Client({
    baseURL: baseUrl,
    // Always set, because the library would otherwise read the environment.
    apiKey: apiKey ?? 'none',
    organization: null,
    project: null,
    webhookSecret: null,
    ...(apiKey === undefined ? { defaultHeaders: { authorization: null } } : {}),
    maxRetries: 0,
    timeout: limits.allMs,
    logLevel: 'off',
    fetchOptions: { redirect: 'error' },
    fetch: (input, init) => limitedFetch(input, init, limits.maxBytes),
  });
}

/** Limits the size of the response. */
async function limitedFetch(
  input: string | URL | Request,
  init: RequestInit | undefined,
  maxBytes: number,
): Promise<Response> {
  const response = await fetch(input, init);
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) controller.error(new OutboundError(`more than ${maxBytes} bytes`));
      else controller.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(limit) ?? null, response);
}

async function* streamAnswer(
  client: OpenAI,
  model: string,
  prompt: string,
  { limits, signal }: { limits: ModelLimits; signal: AbortSignal },
): AsyncGenerator<string, GeneratedText> {
  const timeout = new AbortController();
  const first = setTimeout(() => timeout.abort(), limits.firstTokenMs);
  const all = setTimeout(() => timeout.abort(), limits.allMs);
  const stop = AbortSignal.any([signal, timeout.signal]);
  const written: GeneratedText = { text: '', modelName: model };
  let finished = false;
  try {
    const stream = await client.chat.completions.create(
      {
        model,
        stream: true,
        messages: [
          { role: 'system', content: instructions },
          { role: 'user', content: prompt },
        ],
      },
      { signal: stop },
    );
    for await (const chunk of stream) {
      // Compatible endpoints do not always match the types.
      const choice = (chunk.choices as typeof chunk.choices | undefined)?.[0];
      const text: unknown = choice?.delta?.content;
      if (typeof chunk.model === 'string' && !isBlank(chunk.model)) {
        written.modelName = chunk.model.slice(0, lengths.modelName);
      }
      if (choice?.finish_reason) finished = true;
      if (typeof text !== 'string' || text === '') continue;
      clearTimeout(first);
      written.text += text;
      if (written.text.length > limits.maxCharacters) throw new OutboundError('it wrote too much');
      yield text;
    }
    // An aborted stream ends without an error.
    stop.throwIfAborted();
    if (!finished) throw new OutboundError('it stopped in the middle');
    if (isBlank(written.text)) throw new OutboundError('it wrote nothing');
    return written;
  } catch (error) {
    if (signal.aborted) throw unavailable(new OutboundError('It was called back'), 1);
    throw unavailable(new OutboundError(`The AI endpoint failed: ${reasonOf(error, timeout.signal)}`), 10);
  } finally {
    clearTimeout(first);
    clearTimeout(all);
  }
}

/** The reason for the log. The endpoint's own text may contain the key or the prompt. */
function reasonOf(error: unknown, timeout: AbortSignal): string {
  if (timeout.aborted) return 'it took too long';
  if (error instanceof OutboundError) return error.message;
  const { status, name } = error as { status?: unknown; name?: unknown };
  return typeof status === 'number' ? `it answered ${status}` : String(name);
}

export function unavailable(cause: Error, retryAfter: number): ProblemError {
  return new ProblemError(
    'ai_unavailable',
    'The AI does not answer just now. Please try again in a moment.',
    { retryAfter, cause },
  );
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * How the endpoint responds.
 *
 * - `well`: streams the answer word by word
 * - `silent`: accepts the request and sends nothing
 * - `stalls`: sends one word and then nothing
 * - `slow`: sends a word from time to time, without end
 * - `down`: 500
 * - `refuses`: 401, and repeats what it received
 * - `busy`: 429
 * - `moved`: redirects to another host
 * - `garbled`: sends invalid JSON
 * - `page`: sends an HTML page instead of a stream
 * - `empty`: ends the stream without a word
 * - `cut`: closes the connection in the middle
 * - `fails`: sends an error after a word
 * - `wordy`: never stops sending words
 * - `flood`: sends megabytes without words
 */
export type AiMode =
  | 'well'
  | 'silent'
  | 'stalls'
  | 'slow'
  | 'down'
  | 'refuses'
  | 'busy'
  | 'moved'
  | 'garbled'
  | 'page'
  | 'empty'
  | 'cut'
  | 'fails'
  | 'wordy'
  | 'flood';

export interface AiRequest {
  authorization: string | undefined;
  body: { model?: string; stream?: boolean; messages?: { role: string; content: string }[] };
}

export interface TestAi {
  url: string;
  mode: AiMode;
  answer: string;
  /** Every valid request, oldest first. */
  requests: AiRequest[];
  /** Number of answers being streamed. */
  writing: number;
  stop(): Promise<void>;
}

/** A streaming chat completions endpoint below `/v1`, compatible with OpenAI. */
export async function startAi(): Promise<TestAi> {
  const server = createServer((request, response) => void answer(ai, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const ai: TestAi = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    mode: 'well',
    answer: '<p>Because of <strong>light</strong>.</p>',
    requests: [],
    writing: 0,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return ai;
}

async function answer(ai: TestAi, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const sent = await text(request);
  if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
    response.writeHead(404).end();
    return;
  }
  const body = JSON.parse(sent) as AiRequest['body'];
  ai.requests.push({ authorization: request.headers.authorization, body });
  ai.writing += 1;
  response.once('close', () => {
    ai.writing -= 1;
  });
  if (refuse(ai.mode, request, body, response)) return;

  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const say = (content: string) => response.write(chunk({ delta: { content }, finish_reason: null }));
  response.write(chunk({ delta: { role: 'assistant', content: '' }, finish_reason: null }));
  if (ai.mode === 'silent') return;
  if (ai.mode === 'garbled') {
    response.end('data: {"choices":[\n\n');
    return;
  }
  if (ai.mode === 'flood') {
    while (!response.destroyed && response.write(`: ${'x'.repeat(64 * 1024)}`)) await pauseBriefly();
    return;
  }
  const words = ai.mode === 'empty' ? [] : ai.answer.split(/(?<= )/);
  for (const [index, word] of words.entries()) {
    if (index === 1 && ai.mode !== 'well') break;
    say(word);
    await pauseBriefly();
  }
  if (ai.mode === 'stalls') return;
  while (!response.destroyed && (ai.mode === 'wordy' || ai.mode === 'slow')) {
    say('and so on '.repeat(ai.mode === 'wordy' ? 500 : 1));
    await new Promise((resolve) => {
      setTimeout(resolve, ai.mode === 'wordy' ? 1 : 30);
    });
  }
  if (ai.mode === 'fails') response.end('data: {"error":{"message":"overloaded","type":"server_error"}}\n\n');
  else if (ai.mode === 'cut') response.end();
  else response.end(`${chunk({ delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`);
}

function refuse(
  mode: AiMode,
  request: IncomingMessage,
  body: AiRequest['body'],
  response: ServerResponse,
): boolean {
  const fail = (status: number, message: string) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: { message, type: 'x', code: null } }));
  if (mode === 'down') fail(500, 'The server had an error');
  else if (mode === 'busy') fail(429, 'Rate limit reached');
  else if (mode === 'refuses') {
    fail(401, `Incorrect API key: ${request.headers.authorization}, for ${JSON.stringify(body.messages)}`);
  } else if (mode === 'moved') response.writeHead(307, { location: 'http://127.0.0.1:9/v1' }).end();
  else if (mode === 'page') response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
  else return false;
  return true;
}

function chunk(choice: object): string {
  const data = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'gyan-writer-2' };
  return `data: ${JSON.stringify({ ...data, choices: [{ index: 0, ...choice }] })}\n\n`;
}

function pauseBriefly(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

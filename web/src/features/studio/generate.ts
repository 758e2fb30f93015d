import type { GeneratedContent, GeneratedDelta } from '@gyan/contract/ai.ts';
import type { Problem } from '@gyan/contract/errors.ts';
import { currentSession, endSession } from '#features/session/store.ts';
import { ApiProblem, offlineProblem } from '#lib/api-problem.ts';
import { callHeaders } from '#lib/browser-api.ts';
import { callTarget } from '#lib/call-target.ts';
import { apiBase } from '#lib/paths.ts';
import { problemOf } from '#lib/problem-of.ts';
import { eventSplitter } from './event-stream.ts';

interface Listening {
  signal: AbortSignal;
  /** The text so far, as plain text. */
  onText: (text: string) => void;
}

const interruptedProblem = () =>
  new ApiProblem({
    status: 503,
    code: 'ai_unavailable',
    detail: 'The answer broke off. Please try again.',
  });

/** Requests a card's text and streams it. */
export async function generate(prompt: string, { signal, onText }: Listening): Promise<GeneratedContent> {
  try {
    const response = await sendPrompt(prompt, signal);
    return await listen(response, onText);
  } catch (error) {
    // `fetch` throws a TypeError when the connection breaks.
    throw error instanceof TypeError ? offlineProblem() : error;
  }
}

async function sendPrompt(prompt: string, signal: AbortSignal): Promise<Response> {
  const { method, path } = callTarget('GET /r/gen', { p: prompt });
  const bearer = currentSession()?.authdata;
  const headers = callHeaders(method, bearer, document.cookie);
  headers.set('accept', 'text/event-stream');
  const response = await fetch(apiBase + path, { method, headers, signal });
  if (response.ok) return response;
  if (response.status === 401 && bearer !== undefined) endSession(bearer);
  const body: unknown = await response.json().catch(() => undefined);
  throw problemOf(response.status, body);
}

async function listen(response: Response, onText: (text: string) => void): Promise<GeneratedContent> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const cut = eventSplitter();
  let text = '';
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    for (const { name, data } of cut(part.value)) {
      if (name === 'done') return JSON.parse(data) as GeneratedContent;
      if (name === 'error') {
        const problem = JSON.parse(data) as Problem;
        throw problemOf(problem.status, problem);
      }
      if (name === 'delta') text += (JSON.parse(data) as GeneratedDelta).text;
    }
    onText(text);
  }
  throw interruptedProblem();
}

import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { lengths } from './limits.ts';
import { requiredText } from './text.ts';

export const Prompt = requiredText({
  label: 'Prompt',
  max: lengths.prompt,
  missing: 'Prompt needs to be specified',
  lines: 'many',
});

export const GeneratedContent = z.object({
  /** Sanitised HTML. */
  content: z.string(),
  modelName: z.string(),
});
export type GeneratedContent = z.infer<typeof GeneratedContent>;

/**
 * The event `delta` of a streamed answer: plain text without markup. The stream ends with `done`
 * (`GeneratedContent`) or `error` (`Problem`).
 */
export const GeneratedDelta = z.object({ text: z.string() });
export type GeneratedDelta = z.infer<typeof GeneratedDelta>;

export const aiCalls = defineCalls({
  'GET /r/gen': {
    summary: 'Write the content of a card from a prompt, whole or as a stream',
    tag: 'Cards',
    who: 'creator',
    query: z.object({ p: Prompt }),
    answer: GeneratedContent,
    alsoAnswers: ['text/event-stream'],
    errors: ['ai_not_configured', 'ai_unavailable'],
    limit: 'ai',
  },
});

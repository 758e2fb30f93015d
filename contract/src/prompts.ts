import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { lengths } from './limits.ts';
import { Id, IdInput, OptionalIdInput } from './scalars.ts';
import { requiredText } from './text.ts';

export const PromptKind = z.enum(['question', 'cloze'], 'Kind must be question or cloze');
export type PromptKind = z.infer<typeof PromptKind>;

/** What a card asks of a learner. A cloze hides its answer inside a sentence of the card. */
export const PromptModel = z.object({
  promptId: Id,
  kind: PromptKind,
  question: z.string(),
  answer: z.string(),
  rank: z.number(),
});
export type PromptModel = z.infer<typeof PromptModel>;

export const SuggestedPrompt = z.object({ kind: PromptKind, question: z.string(), answer: z.string() });
export type SuggestedPrompt = z.infer<typeof SuggestedPrompt>;

export const maxPrompts = 8;

export const PromptInput = z.object({
  promptId: OptionalIdInput,
  kind: PromptKind,
  question: requiredText({
    label: 'Question',
    max: lengths.promptQuestion,
    missing: 'Question needs to be specified',
    lines: 'many',
  }),
  answer: requiredText({
    label: 'Answer',
    max: lengths.promptAnswer,
    missing: 'Answer needs to be specified',
    lines: 'many',
  }),
});
export type PromptInput = z.input<typeof PromptInput>;

const tag = 'Learning';
const query = z.object({ postId: IdInput });
const answer = z.object({
  promptModelVec: z.array(PromptModel),
  /** Made by rules from the text; empty for those who may not edit the card. */
  suggestedVec: z.array(SuggestedPrompt),
});

export const promptCalls = defineCalls({
  'GET /prompts': {
    summary: 'The questions of a card',
    tag,
    who: 'anyone',
    query,
    answer,
    errors: ['not_found'],
    cache: 'public',
  },
  'GET /r/prompts': {
    summary: 'The questions of a card; suggestions too for those who may edit it',
    tag,
    who: 'verified',
    query,
    answer,
    errors: ['not_found'],
  },
  'PUT /r/prompts': {
    summary: 'Replace the questions of a card; those that keep their id keep their history',
    tag,
    who: 'verified',
    body: z.object({
      postId: IdInput,
      promptVec: z
        .array(PromptInput, 'Questions must be a list')
        .check(z.maxLength(maxPrompts, `At most ${maxPrompts} questions`)),
    }),
    answer: z.object({ promptModelVec: z.array(PromptModel) }),
    errors: ['not_found', 'forbidden', 'card_locked'],
  },
});

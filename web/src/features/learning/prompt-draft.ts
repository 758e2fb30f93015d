import { PromptKind } from '@gyan/contract/prompts.ts';
import * as z from 'zod/mini';

/** A question in the editor. Those without an id are not saved yet. */
const EditedPrompt = z.object({
  promptId: z.optional(z.number()),
  kind: PromptKind,
  question: z.string(),
  answer: z.string(),
});
export type EditedPrompt = z.infer<typeof EditedPrompt>;

/** Unsaved questions as the browser stores them, with the saved ones that they started from. */
const PromptDraft = z.object({ base: z.array(EditedPrompt), prompts: z.array(EditedPrompt) });
export type PromptDraft = z.infer<typeof PromptDraft>;

const isSame = (one: EditedPrompt, other: EditedPrompt) =>
  one.kind === other.kind && one.question === other.question && one.answer === other.answer;

const asNew = ({ kind, question, answer }: EditedPrompt): EditedPrompt => ({ kind, question, answer });

export const isUnchanged = (prompts: readonly EditedPrompt[], saved: readonly EditedPrompt[]) =>
  prompts.length === saved.length &&
  saved.every((each, index) => {
    const now = prompts[index];
    return now !== undefined && now.promptId === each.promptId && isSame(now, each);
  });

/**
 * The draft on the questions that are saved now. What was not changed here is as it was saved elsewhere.
 * Stored drafts may be outdated or invalid.
 */
export function restorePrompts(saved: readonly EditedPrompt[], found: unknown): readonly EditedPrompt[] {
  const draft = PromptDraft.safeParse(found).data;
  if (!draft) return saved;
  const withId = (all: readonly EditedPrompt[], id: number | undefined) =>
    all.find(({ promptId }) => promptId === id);
  const added = saved.filter(({ promptId }) => !withId(draft.base, promptId));
  const restored = draft.prompts.flatMap((mine) => {
    // An equal one was saved by a request whose answer was lost.
    if (mine.promptId === undefined) return added.find((theirs) => isSame(theirs, mine)) ?? mine;
    const before = withId(draft.base, mine.promptId);
    const theirs = withId(saved, mine.promptId);
    if (before && isSame(before, mine)) return theirs ?? [];
    // The server refuses the id of a question that was removed elsewhere.
    return theirs ? mine : asNew(mine);
  });
  return [...new Set([...restored, ...added])];
}

import type { PromptModel, SuggestedPrompt } from '@gyan/contract/prompts.ts';
import type { Database, Db } from '#db/pool.ts';
import { foundFor } from '#domains/cards/actions.ts';
import { canManageCard } from '#domains/cards/policy.ts';
import { lockCard } from '#domains/cards/write-queries.ts';
import { recordAudit } from '#domains/users/audit.ts';
import { invalidField, ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { findPrompts, listPromptIds, type PromptContent, replacePrompts } from './prompt-queries.ts';
import { suggestPrompts } from './suggestions.ts';

interface Prompts {
  promptModelVec: PromptModel[];
  suggestedVec: SuggestedPrompt[];
}

export async function getPrompts(db: Db, cardId: number, viewer?: Viewer): Promise<Prompts> {
  const found = await findPrompts(db, cardId, viewer);
  if (!found) throw missing();
  const mayEdit = viewer !== undefined && canManageCard(viewer, found) && !found.locked;
  const promptModelVec = JSON.parse(mayEdit ? found.all : found.current) as PromptModel[];
  if (!mayEdit) return { promptModelVec, suggestedVec: [] };
  const taken = new Set(promptModelVec.map(({ question }) => question));
  return {
    promptModelVec,
    suggestedVec: suggestPrompts(found.text).filter(({ question }) => !taken.has(question)),
  };
}

export async function changePrompts(
  db: Database,
  viewer: Viewer,
  cardId: number,
  prompts: readonly PromptContent[],
): Promise<PromptModel[]> {
  return db.transaction(async (tx) => {
    const card = foundFor(viewer, await lockCard(tx, cardId));
    if (!canManageCard(viewer, card)) {
      throw new ProblemError('forbidden', 'Only the owner of a card and admins can change its questions.');
    }
    if (card.locked) throw new ProblemError('card_locked');
    const ids = await listPromptIds(tx, cardId);
    const named = new Set<number>();
    for (const [index, prompt] of prompts.entries()) {
      if (prompt.promptId !== undefined && (!ids.has(prompt.promptId) || named.has(prompt.promptId))) {
        throw invalidField(`promptVec.${index}.promptId`, 'This question is not one of this card');
      }
      if (prompt.promptId !== undefined) named.add(prompt.promptId);
      checkCloze(prompt, card.text, index);
    }
    await replacePrompts(tx, cardId, prompts);
    if (card.ownerId !== viewer.userId) {
      const target = { kind: 'card' as const, id: cardId };
      await recordAudit(tx, {
        actorId: viewer.userId,
        action: 'card.edit',
        target,
        detail: { prompts: prompts.length },
      });
    }
    const found = await findPrompts(tx, cardId, viewer);
    return JSON.parse(found?.all ?? '[]') as PromptModel[];
  });
}

function checkCloze({ kind, question, answer }: PromptContent, text: string, index: number): void {
  if (kind !== 'cloze') return;
  if (!text.includes(question)) {
    throw invalidField(`promptVec.${index}.question`, 'This sentence is not in the text of the card');
  }
  if (!question.includes(answer)) {
    throw invalidField(`promptVec.${index}.answer`, 'These words are not in the sentence');
  }
}

function missing(): ProblemError {
  return new ProblemError('not_found', 'This card is not here, or not any more.');
}

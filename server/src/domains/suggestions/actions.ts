import type { ParsedBody, ParsedQuery } from '@gyan/contract/calls.ts';
import type { PostModel } from '@gyan/contract/cards.ts';
import type { SuggestionModel } from '@gyan/contract/suggestions.ts';
import { decodeCursor, pageOf, pageSize } from '#db/page.ts';
import type { Database, Db, TransactionalDb } from '#db/pool.ts';
import {
  auditUnlessOwn,
  cardLocked,
  checkManaged,
  found as foundCard,
  saveEdit,
} from '#domains/cards/actions.ts';
import { findCardAnswer } from '#domains/cards/detail-queries.ts';
import { checkComplete } from '#domains/cards/edits.ts';
import { findVisibleCard, lockCard, lockCardForShare } from '#domains/cards/write-queries.ts';
import { ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { contentWith, suggestedChanges, suggestedContent } from './content.ts';
import {
  findCardOfSuggestion,
  findSuggestion,
  insertSuggestion,
  latestSuggestion,
  listSuggestions,
  type SuggestionRow,
  updateDecision,
} from './queries.ts';

export async function suggestChange(
  db: TransactionalDb,
  viewer: Viewer,
  form: ParsedBody<'POST /r/suggestion'>,
): Promise<SuggestionModel> {
  return db.transaction(async (tx) => {
    const card = foundCard(await lockCardForShare(tx, viewer, form.postId));
    if (card.ownerId === viewer.userId) {
      throw new ProblemError('conflict', 'This is your own card. You can edit it.');
    }
    if (card.locked) throw cardLocked();
    const suggested = suggestedContent(card, form);
    checkComplete({ ...card, ...contentWith(card, suggested) }, form);
    if (suggestedChanges(card, suggested).length === 0) {
      throw new ProblemError('invalid_input', 'The suggestion changes nothing.');
    }
    const id = await insertSuggestion(tx, {
      ...suggested,
      cardId: card.id,
      ownerId: viewer.userId,
      cardVersion: card.version,
      note: form.note ?? null,
    });
    if (id === undefined) {
      throw new ProblemError(
        'conflict',
        'You have made a suggestion for this card that waits for an answer.',
      );
    }
    return suggestionModel(found(await findSuggestion(tx, viewer, id)));
  });
}

export async function getSuggestions(
  db: Db,
  viewer: Viewer,
  query: ParsedQuery<'GET /r/suggestions'>,
): Promise<{ suggestionModelVec: SuggestionModel[]; nextCursor?: string }> {
  const { postId: cardId, mine = false } = query;
  if (cardId !== undefined) {
    const card = foundCard(await findVisibleCard(db, viewer, cardId));
    if (!mine) checkManaged(viewer, card);
  }
  const [limit, after] = [pageSize(query), decodeCursor(query.cursor, latestSuggestion)];
  const { rows, nextCursor } = pageOf(
    await listSuggestions(db, viewer, { limit, after, mine, cardId }),
    limit,
  );
  return {
    suggestionModelVec: rows.map(suggestionModel),
    ...(nextCursor === undefined ? {} : { nextCursor }),
  };
}

/** Accepts or declines a suggestion, once. The lock of the card keeps other decisions and edits away. */
export async function decideSuggestion(
  db: Database,
  viewer: Viewer,
  { suggestionId, accepted, note }: ParsedBody<'PUT /r/suggestion'>,
): Promise<{ suggestionModel: SuggestionModel; postModel?: PostModel }> {
  return db.transaction(async (tx) => {
    const cardId = found(await findCardOfSuggestion(tx, suggestionId));
    const card = checkManaged(viewer, await lockCard(tx, cardId));
    const suggestion = found(await findSuggestion(tx, viewer, suggestionId));
    if (suggestion.state !== 'open') {
      throw new ProblemError('conflict', `This suggestion was already ${suggestion.state}.`);
    }
    if (accepted && card.locked) throw cardLocked();
    const changes = suggestedChanges(card, suggestion);
    if (accepted) {
      const after = { ...card, ...contentWith(card, suggestion) };
      checkComplete(after, after);
      await saveEdit(tx, viewer, card, after, { suggestedBy: suggestion.ownerId });
    } else {
      await auditUnlessOwn(tx, viewer, card, 'card.decline_suggestion');
    }
    await updateDecision(tx, {
      id: suggestionId,
      accepted,
      deciderId: viewer.userId,
      answer: note ?? null,
      changes,
    });
    const decided = suggestionModel(found(await findSuggestion(tx, viewer, suggestionId)));
    if (!accepted) return { suggestionModel: decided };
    const answer = foundCard(await findCardAnswer(tx, 'card-after-edit', cardId, viewer));
    return { suggestionModel: decided, ...(JSON.parse(answer) as { postModel: PostModel }) };
  });
}

function suggestionModel(row: SuggestionRow): SuggestionModel {
  const isOpen = row.state === 'open';
  return {
    suggestionId: row.id,
    postId: row.cardId,
    postTitle: row.card.title,
    postUrlText: row.cardUrlText,
    createdAt: row.createdAt,
    userModel: row.owner,
    note: row.note,
    state: row.state,
    answer: row.answer,
    changeVec: row.changes ?? suggestedChanges(row.card, row),
    outdated: isOpen && row.version !== row.cardVersion,
  };
}

function found<T>(row: T | undefined): T {
  if (row === undefined) throw new ProblemError('not_found', 'This suggestion is not here, or not any more.');
  return row;
}

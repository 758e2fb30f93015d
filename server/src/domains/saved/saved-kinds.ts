import type { SavedKind } from '@gyan/contract/saved.ts';
import type { Transaction } from '#db/pool.ts';
import { cardJson, joinCardParts } from '#domains/cards/view.ts';
import { lockCardForShare } from '#domains/cards/write-queries.ts';
import { chainJson, joinChainParts } from '#domains/chains/view.ts';
import { chains, subjects } from '#domains/collections/collection.ts';
import { lockVisibleForShare } from '#domains/collections/write-queries.ts';
import { joinSubjectParts, subjectJson } from '#domains/subjects/view.ts';
import type { Viewer, ViewerSql } from '#http/viewer.ts';

interface SavedType {
  table: 'cards' | 'chains' | 'subjects';
  /** Its column in `saved_items`. */
  column: 'card_id' | 'chain_id' | 'subject_id';
  model: 'postModel' | 'chapterModel' | 'subjectModel';
  json: (row: string, options: { viewer: ViewerSql }) => string;
  join: (row: string, viewer: ViewerSql) => string;
  /** Truthy if the viewer can read it; it then cannot be deleted until the transaction ends. */
  lock: (tx: Transaction, viewer: Viewer, id: number) => Promise<unknown>;
}

/** How content of each kind is saved. */
export const savedTypes: Record<SavedKind, SavedType> = {
  post: {
    table: 'cards',
    column: 'card_id',
    model: 'postModel',
    json: cardJson,
    join: joinCardParts,
    lock: lockCardForShare,
  },
  chapter: {
    table: 'chains',
    column: 'chain_id',
    model: 'chapterModel',
    json: chainJson,
    join: joinChainParts,
    lock: (tx, viewer, id) => lockVisibleForShare(tx, chains, viewer, id),
  },
  subject: {
    table: 'subjects',
    column: 'subject_id',
    model: 'subjectModel',
    json: subjectJson,
    join: joinSubjectParts,
    lock: (tx, viewer, id) => lockVisibleForShare(tx, subjects, viewer, id),
  },
};

export const savedKinds = Object.keys(savedTypes) as SavedKind[];

import type { CountedList } from '#db/ranked-list.ts';
import type { ListOfPerson } from '#domains/users/lists.ts';

/** A titled, ordered list with an owner: a chain of cards, or a subject of chains. */
export interface Collection {
  kind: 'chain' | 'subject';
  itemKind: 'card' | 'chain';
  table: 'chains' | 'subjects';
  items: CountedList;
  /** The collections in each user's own list, created or saved, in the user's order. */
  saved: ListOfPerson;
  /** The name of one in an answer; a list of them adds `Vec`. */
  model: 'chapterModel' | 'subjectModel';
}

export const chains: Collection = {
  kind: 'chain',
  itemKind: 'card',
  table: 'chains',
  items: {
    table: 'chain_cards',
    parent: { column: 'chain_id', table: 'chains', count: 'card_count' },
    item: 'card_id',
  },
  saved: { table: 'user_chains', parent: { column: 'user_id', table: 'users' }, item: 'chain_id' },
  model: 'chapterModel',
};

export const subjects: Collection = {
  kind: 'subject',
  itemKind: 'chain',
  table: 'subjects',
  items: {
    table: 'subject_chains',
    parent: { column: 'subject_id', table: 'subjects', count: 'chain_count' },
    item: 'chain_id',
  },
  saved: { table: 'user_subjects', parent: { column: 'user_id', table: 'users' }, item: 'subject_id' },
  model: 'subjectModel',
};

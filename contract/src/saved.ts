import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { PostModel } from './cards.ts';
import { ChapterModel } from './chains.ts';
import { lengths } from './limits.ts';
import { PageQuery, pageAnswer } from './page.ts';
import { Count, Done, Flag, Id, IdInput, Nanoseconds, OptionalIdInput } from './scalars.ts';
import { SubjectModel } from './subjects.ts';
import { requiredText } from './text.ts';

const SavedKind = z.enum(['post', 'chapter', 'subject'], 'Kind must be post, chapter or subject');
export type SavedKind = z.infer<typeof SavedKind>;

/** A private list of content that the viewer saved. */
export const SavedListModel = z.object({ listId: Id, title: z.string(), count: Count });
export type SavedListModel = z.infer<typeof SavedListModel>;

/** Something I saved: `kind` says which of the three models it has. */
export const SavedItemModel = z.object({
  kind: SavedKind,
  savedAt: Nanoseconds,
  listIdVec: z.array(Id),
  postModel: z.optional(PostModel),
  chapterModel: z.optional(ChapterModel),
  subjectModel: z.optional(SubjectModel),
});
export type SavedItemModel = z.infer<typeof SavedItemModel>;

/** Whether I saved something, and the lists I put it into. */
const savedState = { saved: z.boolean(), listIdVec: z.array(Id) };

/** One of my chains in the menu "Add to chain". */
export const ChainChoice = z.object({
  id: Id,
  title: z.string(),
  postCount: Count,
  /** Whether the card is already in it. */
  contains: z.boolean(),
});
export type ChainChoice = z.infer<typeof ChainChoice>;

const tag = 'Saved';
const row = { tag, who: 'verified' } as const;
const title = requiredText({
  label: 'Name of the list',
  max: lengths.listTitle,
  missing: 'Name of the list needs to be specified',
  isName: true,
});

export const savedCalls = defineCalls({
  'GET /r/saved': {
    ...row,
    summary: 'What I saved, latest first; with listId only what is in that list',
    query: z.extend(PageQuery, { listId: OptionalIdInput }),
    answer: z.object({ savedItemVec: z.array(SavedItemModel), ...pageAnswer }),
    errors: ['not_found'],
  },
  'PUT /r/saved': {
    ...row,
    summary: 'Save or no longer save a card, chain or subject; with listId only in that list',
    body: z.object({ kind: SavedKind, id: IdInput, saved: Flag, listId: OptionalIdInput }),
    answer: z.object(savedState),
    errors: ['not_found'],
    limit: 'likes',
  },
  'GET /r/saved_state': {
    ...row,
    summary: 'Whether I saved a card, chain or subject, with all my lists',
    query: z.object({ kind: SavedKind, id: IdInput }),
    answer: z.object({ ...savedState, savedListModelVec: z.array(SavedListModel) }),
    errors: ['not_found'],
  },
  'GET /r/saved_list': {
    ...row,
    summary: 'My lists of saved content, by name',
    answer: z.object({ savedListModelVec: z.array(SavedListModel) }),
  },
  'POST /r/saved_list': {
    ...row,
    summary: 'Create a list',
    body: z.object({ title }),
    answer: z.object({ savedListModel: SavedListModel }),
    errors: ['conflict'],
  },
  'PUT /r/saved_list': {
    ...row,
    summary: 'Rename a list',
    body: z.object({ listId: IdInput, title }),
    answer: z.object({ savedListModel: SavedListModel }),
    errors: ['not_found', 'conflict'],
  },
  'DELETE /r/saved_list': {
    ...row,
    summary: 'Delete a list; what was in it stays saved',
    query: z.object({ listId: IdInput }),
    answer: Done,
    errors: ['not_found'],
  },
  'GET /r/chain_choices': {
    ...row,
    summary: 'My chains to put a card into, last used first',
    query: z.extend(PageQuery, { postId: IdInput }),
    answer: z.object({ chainChoiceVec: z.array(ChainChoice), ...pageAnswer }),
    errors: ['not_found'],
  },
});

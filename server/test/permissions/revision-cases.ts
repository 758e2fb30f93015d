import sql from 'sql-template-tag';
import { makeCard, makeChain, makeUser } from '#test/factories.ts';
import {
  about,
  always,
  type Case,
  type CaseContext,
  cardOf,
  chainOf,
  freeCard,
  ownerKnows,
  ownerOrAdmin,
  plain,
  subjectOf,
  uniqueName,
  userBeingDeleted,
  withVisible,
} from './cases.ts';

/** A card that was edited once. */
async function revisedCard({ gyan }: CaseContext, ownerId: number) {
  const postId = await makeCard(gyan.db, { ownerId });
  const [row] = await gyan.db.query<{ id: number }>(sql`
    insert into revisions (card_id, editor_id, title, text, tags, license)
    select id, owner_id, 'Before', text, tags, license from cards where id = ${postId} returning id`);
  return { postId, revisionId: row?.id ?? 0 };
}

/** A copy whose original has another title since. */
async function copiedCard(s: CaseContext, ownerId: number): Promise<number> {
  const original = await freeCard(s, await makeUser(s.gyan.db, { role: 'kCreator' }));
  const id = await makeCard(s.gyan.db, { ownerId });
  await s.gyan.db.query(sql`
    update cards set remix_of = ${original}, remix_base = '{"title": "Before"}' where id = ${id}`);
  return id;
}

async function suggestionFor({ gyan }: CaseContext, ownerId: number): Promise<number> {
  const [cardId, authorId] = [await makeCard(gyan.db, { ownerId }), await makeUser(gyan.db)];
  const [row] = await gyan.db.query<{ id: number }>(sql`
    insert into suggestions (card_id, owner_id, card_version, title)
    values (${cardId}, ${authorId}, 1, 'Better') returning id`);
  return row?.id ?? 0;
}

async function listOf({ gyan }: CaseContext, userId: number): Promise<number> {
  const [row] = await gyan.db.query<{ id: number }>(sql`
    insert into saved_lists (user_id, title) values (${userId}, ${uniqueName('List')}) returning id`);
  return row?.id ?? 0;
}

const save = (kind: 'post' | 'chapter' | 'subject') => (id: number) => ({ body: { kind, id, saved: true } });
const savedState = (kind: 'post' | 'chapter' | 'subject') => (id: number) => ({ query: { kind, id } });

/** Reads or changes a card for its owner and admins. */
const managing = (
  content: (s: CaseContext, ownerId: number) => Promise<number>,
  requestFor: (id: number) => ReturnType<Case['request']>,
): Case[] => [
  about('there', async (s) => requestFor(await content(s, s.ownerId)), ownerOrAdmin),
  plain(
    async (s) => requestFor(await content(s, await userBeingDeleted(s))),
    always('not_found'),
    'of a leaver',
  ),
];

export const revisionCases = {
  'GET /r/revisions': managing(cardOf, (postId) => ({ query: { postId } })),
  'PUT /r/post_restore': [
    about('there', async (s) => ({ body: await revisedCard(s, s.ownerId) }), ownerOrAdmin),
    about(
      'locked',
      async (s) => {
        const body = await revisedCard(s, s.ownerId);
        await s.gyan.db.query(sql`update cards set locked = true where id = ${body.postId}`);
        return { body };
      },
      (context) => (ownerOrAdmin(context) === 'done' ? 'card_locked' : 'forbidden'),
    ),
    about(
      'revision of another card',
      async (s) => ({
        body: {
          postId: await cardOf(s, s.callerId),
          revisionId: (await revisedCard(s, s.ownerId)).revisionId,
        },
      }),
      always('not_found'),
    ),
  ],
  'POST /r/remix': [
    ...withVisible(freeCard, (id) => ({ body: { kind: 'post', id } })),
    ...withVisible(chainOf, (id) => ({ body: { kind: 'chapter', id } })),
    about(
      'all rights reserved',
      async (s) => ({ body: { kind: 'post', id: await cardOf(s, s.ownerId) } }),
      ({ isOwn }) => (isOwn ? 'done' : 'license_forbids'),
    ),
    about(
      'cards of a chain, all rights reserved',
      async (s) => {
        const cardIds = [await cardOf(s, s.ownerId)];
        const id = await makeChain(s.gyan.db, { ownerId: s.ownerId, cardIds });
        return { body: { kind: 'chapter', id, copyCards: true } };
      },
      ({ isOwn }) => (isOwn ? 'done' : 'license_forbids'),
    ),
  ],
  'GET /r/remix_changes': [
    ...managing(copiedCard, (postId) => ({ query: { postId } })),
    ...managing(chainOf, (chapterId) => ({ query: { chapterId } })),
  ],
  'PUT /r/remix_take': managing(copiedCard, (postId) => ({ body: { postId, fieldVec: ['title'] } })),
  'POST /r/suggestion': withVisible(
    cardOf,
    (postId) => ({ body: { postId, title: 'Better' } }),
    ({ isOwn }) => (isOwn ? 'conflict' : 'done'),
  ),
  'GET /r/suggestions': [
    plain(),
    plain({ query: { mine: 'true' } }),
    ...managing(cardOf, (postId) => ({ query: { postId } })),
    ...withVisible(cardOf, (postId) => ({ query: { postId, mine: 'true' } })),
  ],
  'PUT /r/suggestion': [
    ...managing(suggestionFor, (suggestionId) => ({ body: { suggestionId, accepted: true } })),
    ...managing(suggestionFor, (suggestionId) => ({ body: { suggestionId, accepted: false } })),
  ],
  'GET /r/saved': [
    plain(),
    about('list of', async (s) => ({ query: { listId: await listOf(s, s.ownerId) } }), ownerKnows),
  ],
  'PUT /r/saved': [
    ...withVisible(cardOf, save('post')),
    ...withVisible(chainOf, save('chapter')),
    ...withVisible(subjectOf, save('subject')),
    about(
      'list of',
      async (s) => ({
        body: {
          kind: 'post',
          id: await cardOf(s, s.callerId),
          saved: true,
          listId: await listOf(s, s.ownerId),
        },
      }),
      ownerKnows,
    ),
  ],
  'GET /r/saved_state': [
    ...withVisible(cardOf, savedState('post')),
    ...withVisible(chainOf, savedState('chapter')),
    ...withVisible(subjectOf, savedState('subject')),
  ],
  'GET /r/saved_list': [plain()],
  'POST /r/saved_list': [plain(() => ({ body: { title: uniqueName('List') } }))],
  'PUT /r/saved_list': [
    about(
      'list of',
      async (s) => ({ body: { listId: await listOf(s, s.ownerId), title: uniqueName('List') } }),
      ownerKnows,
    ),
  ],
  'DELETE /r/saved_list': [
    about('list of', async (s) => ({ query: { listId: await listOf(s, s.ownerId) } }), ownerKnows),
  ],
  'GET /r/chain_choices': withVisible(cardOf, (postId) => ({ query: { postId } })),
} satisfies Record<string, Case[]>;

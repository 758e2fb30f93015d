import sql from 'sql-template-tag';
import { makeCard, makeUser } from '#test/factories.ts';
import {
  about,
  adminsOnly,
  always,
  blocker,
  type Case,
  type CaseContext,
  type Content,
  cardOf,
  chainOf,
  commentOn,
  draft,
  draftKnown,
  drawnCardOf,
  ownerOnly,
  ownerOrAdmin,
  photoBase64,
  plain,
  seesDraft,
  subjectOf,
  uniqueName,
  userBeingDeleted,
} from './cases.ts';

const lockedCard = async ({ gyan, ownerId }: CaseContext) => {
  const postId = await makeCard(gyan.db, { ownerId });
  await gyan.db.query(sql`update cards set locked = true where id = ${postId}`);
  return postId;
};

/** Other users do not learn that it is locked. */
const lockedForOwnerAndAdmins: Case['outcome'] = (context) =>
  ownerOrAdmin(context) === 'done' ? 'card_locked' : 'forbidden';

const otherUser = ({ gyan }: CaseContext) => makeUser(gyan.db, { role: 'kCreator' });

/** Reads one object that is public unless hidden. */
function reading(param: string, makeContent: Content): Case[] {
  return [
    ...readingPublished(param, makeContent),
    about(
      'that is a draft',
      async (s) => ({ query: { [param]: await draft(makeContent)(s, s.ownerId) } }),
      always('not_found'),
    ),
  ];
}

function readingPublished(param: string, makeContent: Content): Case[] {
  return [
    about('there', async (s) => ({ query: { [param]: await makeContent(s, s.ownerId) } }), always('done')),
    plain(
      async (s) => ({ query: { [param]: await makeContent(s, await userBeingDeleted(s)) } }),
      always('not_found'),
      'of a leaver',
    ),
  ];
}

/** The same for signed-in callers, from whom a block hides it; admins see everything. */
function readingAsMember(param: string, makeContent: Content): Case[] {
  return [
    ...readingPublished(param, makeContent),
    about(
      seesDraft,
      async (s) => ({ query: { [param]: await draft(makeContent)(s, s.ownerId) } }),
      draftKnown,
    ),
    plain(
      async (s) => ({ query: { [param]: await makeContent(s, await blocker(s)) } }),
      ({ isAdmin }) => (isAdmin ? 'done' : 'not_found'),
      'of somebody who blocked the caller',
    ),
  ];
}

function liking(param: string, makeContent: Content): Case[] {
  const body = (id: number) => ({ body: { [param]: id, liked: true } });
  return [
    about('there', async (s) => body(await makeContent(s, s.ownerId)), always('done')),
    about(seesDraft, async (s) => body(await draft(makeContent)(s, s.ownerId)), draftKnown),
    plain(
      async (s) => body(await makeContent(s, await userBeingDeleted(s))),
      always('not_found'),
      'of a leaver',
    ),
    plain(
      async (s) => body(await makeContent(s, await blocker(s))),
      ({ isAdmin }) => (isAdmin ? 'done' : 'not_found'),
      'of somebody who blocked the caller',
    ),
  ];
}

const marking = (param: string, makeContent: Content): Case[] => [
  about(
    'there',
    async (s) => ({ body: { [param]: await makeContent(s, s.ownerId), quality: 'kQualityGreat' } }),
    always('done'),
  ),
  plain(
    async (s) => ({
      body: { [param]: await makeContent(s, await userBeingDeleted(s)), quality: 'kQualityGreat' },
    }),
    always('not_found'),
    'of a leaver',
  ),
];

/** Adds `item` to `list`: the caller must manage the list and see the item. */
function linking([listParam, list]: [string, Content], [itemParam, item]: [string, Content]): Case[] {
  const body = async (s: CaseContext, listOwner: number, itemOwner: number) => ({
    body: { [listParam]: await list(s, listOwner), [itemParam]: await item(s, itemOwner) },
  });
  return [
    about('own item, list of', (s) => body(s, s.ownerId, s.callerId), ownerOrAdmin),
    about('own list, item of', (s) => body(s, s.callerId, s.ownerId), always('done')),
    about(
      `own list, item ${seesDraft}`,
      async (s) => ({
        body: { [listParam]: await list(s, s.callerId), [itemParam]: await draft(item)(s, s.ownerId) },
      }),
      draftKnown,
    ),
    about(
      'own item, list that is a draft of',
      async (s) => ({
        body: { [listParam]: await draft(list)(s, s.ownerId), [itemParam]: await item(s, s.callerId) },
      }),
      draftKnown,
    ),
    plain(
      async (s) => body(s, s.callerId, await userBeingDeleted(s)),
      always('not_found'),
      'item of a leaver',
    ),
    plain(
      async (s) => body(s, s.callerId, await blocker(s)),
      ({ isAdmin }) => (isAdmin ? 'done' : 'not_found'),
      'item of somebody who blocked the caller',
    ),
  ];
}

/** A user's list: the user and admins may change it. */
function arranging(itemParam: string, item: Content, { private: isPrivate = true } = {}): Case[] {
  const body = async (s: CaseContext, userId: number, itemOwner: number) => ({
    body: { userId, [itemParam]: await item(s, itemOwner) },
  });
  return [
    about('own item, list of', (s) => body(s, s.ownerId, s.callerId), ownerOrAdmin),
    about('own list, item of', (s) => body(s, s.callerId, s.ownerId), always('done')),
    ...(isPrivate
      ? [
          about(
            `own list, item ${seesDraft}`,
            async (s) => ({ body: { userId: s.callerId, [itemParam]: await draft(item)(s, s.ownerId) } }),
            draftKnown,
          ),
          plain(
            async (s) => body(s, s.callerId, await userBeingDeleted(s)),
            always('not_found'),
            'item of a leaver',
          ),
        ]
      : []),
  ];
}

/** Removes an item that is in the list. */
const takingOut = (
  table: 'user_chains' | 'user_subjects' | 'user_topics',
  itemParam: string,
  item: Content,
): Case[] => [
  about(
    'list of',
    async (s) => {
      const id = await item(s, s.callerId);
      const column = { user_chains: 'chain_id', user_subjects: 'subject_id', user_topics: 'topic_id' }[table];
      await s.gyan.db.query({
        name: '',
        text: `insert into ${table} (user_id, ${column}, rank) values ($1, $2, 1)`,
        values: [s.ownerId, id],
      });
      return { body: { userId: s.ownerId, [itemParam]: id } };
    },
    ownerOrAdmin,
  ),
];

const topic = async ({ gyan }: CaseContext): Promise<number> => {
  const [row] = await gyan.db.query<{ id: number }>(
    sql`insert into topics (name) values (${uniqueName('Topic')}) returning id`,
  );
  return row?.id ?? 0;
};

const managing = (
  param: string,
  makeContent: Content,
  more: { form?: object; body?: object; query?: object },
): Case[] => {
  const requestFor = (id: number) =>
    Object.fromEntries(Object.entries(more).map(([part, fields]) => [part, { [param]: id, ...fields }]));
  return [
    about('there', async (s) => requestFor(await makeContent(s, s.ownerId)), ownerOrAdmin),
    about('a draft of', async (s) => requestFor(await draft(makeContent)(s, s.ownerId)), draftKnown),
    plain(
      async (s) => requestFor(await makeContent(s, await userBeingDeleted(s))),
      always('not_found'),
      'of a leaver',
    ),
  ];
};

export const contentCases = {
  'GET /feed': [plain()],
  'GET /r/feed': [plain()],
  'GET /searchfeed': [plain({ query: { q: 'light' } })],
  'GET /r/searchfeed': [plain({ query: { q: 'light' } })],
  'GET /tags': [plain()],
  'GET /r/gen': [plain({ query: { p: 'Why is the sky blue?' } })],
  'GET /r/video_metadata': [plain({ query: { videoId: 'dQw4w9WgXcQ' } })],

  'GET /r/drafts': [plain()],
  'POST /r/post': [
    plain({ form: { title: 'A card', statusText: 'About something.' } }),
    plain({ form: { visibility: 'draft' } }),
    about(
      'posted as',
      ({ ownerId }) => ({
        form: { title: 'A card', statusText: 'About something.', postAsUserId: ownerId },
      }),
      ownerOrAdmin,
    ),
    plain(
      async ({ gyan }) => ({
        form: { title: 'A card', statusText: 'Words.', postAsUserId: await makeUser(gyan.db) },
      }),
      always('forbidden'),
      'posted as somebody who may not create',
    ),
    plain(
      async (s) => ({
        form: { title: 'A card', statusText: 'Words.', postAsUserId: await userBeingDeleted(s) },
      }),
      ({ isAdmin }) => (isAdmin ? 'not_found' : 'forbidden'),
      'posted as a leaver',
    ),
  ],
  'PUT /r/post': [
    ...managing('postId', cardOf, { form: { title: 'Another title', photoBase64 } }),
    about(
      'locked',
      async (s) => ({ form: { postId: await lockedCard(s), title: 'Another title' } }),
      lockedForOwnerAndAdmins,
    ),
  ],
  'DELETE /r/post': [
    ...managing('postId', cardOf, { query: {} }),
    about('locked', async (s) => ({ query: { postId: await lockedCard(s) } }), lockedForOwnerAndAdmins),
  ],
  'GET /post': reading('postId', cardOf),
  'GET /r/post': readingAsMember('postId', cardOf),
  'GET /scene': reading('postId', drawnCardOf),
  'POST /r/formulas': [plain()],
  'GET /r/scene': readingAsMember('postId', drawnCardOf),
  'PUT /r/post_like': liking('postId', cardOf),
  'PUT /r/post_lock': [
    about(
      'there',
      async (s) => ({ body: { postId: await cardOf(s, s.ownerId), toLock: true } }),
      always('done'),
    ),
  ],
  'PUT /r/post_quality': marking('postId', cardOf),
  'GET /posts': [plain()],
  'GET /r/posts': [
    plain(),
    plain({ query: { trending: 'true' } }),
    plain({ query: { recent: 'true' } }, adminsOnly, 'the latest'),
  ],

  'GET /comments': reading('postId', cardOf),
  'GET /r/comments': readingAsMember('postId', cardOf),
  'POST /r/comment': [
    about(
      'there',
      async (s) => ({ body: { postId: await cardOf(s, s.ownerId), rawText: 'Well said.' } }),
      always('done'),
    ),
    about(
      seesDraft,
      async (s) => ({ body: { postId: await draft(cardOf)(s, s.ownerId), rawText: 'Well said.' } }),
      draftKnown,
    ),
    plain(
      async (s) => ({ body: { postId: await cardOf(s, await userBeingDeleted(s)), rawText: 'Well said.' } }),
      always('not_found'),
      'below a card of a leaver',
    ),
    plain(
      async (s) => ({ body: { postId: await cardOf(s, await blocker(s)), rawText: 'Well said.' } }),
      ({ isAdmin }) => (isAdmin ? 'done' : 'not_found'),
      'below a card of somebody who blocked the caller',
    ),
  ],
  'PUT /r/comment': [
    about(
      'below a card of the caller, by',
      async (s) => ({
        body: {
          commentId: await commentOn(s, { cardOwnerId: s.callerId, authorId: s.ownerId }),
          rawText: 'Better said.',
        },
      }),
      ownerOnly,
    ),
  ],
  'DELETE /r/comment': [
    about(
      'below a card of a stranger, by',
      async (s) => ({
        query: {
          commentId: await commentOn(s, { cardOwnerId: await otherUser(s), authorId: s.ownerId }),
        },
      }),
      ownerOrAdmin,
    ),
    about(
      'of a stranger, below a card of',
      async (s) => ({
        query: {
          commentId: await commentOn(s, { cardOwnerId: s.ownerId, authorId: await otherUser(s) }),
        },
      }),
      ownerOrAdmin,
    ),
  ],

  'POST /r/chapter': [
    plain({ body: { title: 'A chain' } }),
    about(
      'in a subject of',
      async (s) => ({ body: { title: 'A chapter', subjectId: await subjectOf(s, s.ownerId) } }),
      ownerOrAdmin,
    ),
  ],
  'PUT /r/chapter': managing('chapterId', chainOf, { body: { title: 'Another title' } }),
  'DELETE /r/chapter': managing('chapterId', chainOf, { query: {} }),
  'POST /r/chapters': [plain({ body: { objectName: 'nothing.json' } }, always('not_found'))],
  'POST /r/chapters_file': [
    plain({ form: { chainFile: '{"version": 1, "chains": [{"title": "Uploaded", "cards": []}]}' } }),
  ],
  'GET /r/chapter_export': managing('chapterId', chainOf, { query: {} }),
  'GET /chapter': reading('id', chainOf),
  'GET /r/chapter': readingAsMember('id', chainOf),
  'GET /chapters': [plain()],
  'GET /r/chapters': [plain()],
  'PUT /r/chapter_quality': marking('chapterId', chainOf),
  'PUT /r/chapter_like': liking('chapterId', chainOf),

  'POST /r/subject': [plain(() => ({ form: { title: uniqueName('A subject'), photoBase64 } }))],
  'PUT /r/subject': managing('subjectId', subjectOf, { form: { title: 'Another title', photoBase64 } }),
  'DELETE /r/subject': managing('subjectId', subjectOf, { query: {} }),
  'GET /subject': reading('subjectId', subjectOf),
  'GET /r/subject': readingAsMember('subjectId', subjectOf),
  'GET /subject_outline': reading('subjectId', subjectOf),
  'GET /r/subject_export': managing('subjectId', subjectOf, { query: {} }),
  'PUT /r/updatepinnedpost': [
    about('of', async (s) => ({ body: { postId: await cardOf(s, s.ownerId) } }), ownerOnly),
    about(
      'a draft of',
      async (s) => ({ body: { postId: await draft(cardOf)(s, s.ownerId) } }),
      ({ isOwn, isAdmin }) => (isOwn ? 'done' : isAdmin ? 'forbidden' : 'not_found'),
    ),
    plain({ body: { postId: null } }, always('done'), 'none'),
  ],
  'GET /subjects': [plain()],
  'GET /r/subjects': [plain()],
  'PUT /r/subject_quality': marking('subjectId', subjectOf),
  'PUT /r/subject_like': liking('subjectId', subjectOf),

  'PUT /r/link_chapter_post': linking(['chapterId', chainOf], ['postId', cardOf]),
  'PUT /r/unlink_chapter_post': [
    about(
      'chain of',
      async (s) => {
        const postId = await cardOf(s, s.callerId);
        return { body: { chapterId: await chainOf(s, s.ownerId, [postId]), postId } };
      },
      ownerOrAdmin,
    ),
  ],
  'PUT /r/link_subject_chapter': linking(['subjectId', subjectOf], ['chapterId', chainOf]),
  'PUT /r/unlink_subject_chapter': [
    about(
      'subject of',
      async (s) => {
        const chapterId = await chainOf(s, s.callerId);
        return { body: { subjectId: await subjectOf(s, s.ownerId, [chapterId]), chapterId } };
      },
      ownerOrAdmin,
    ),
  ],
  'PUT /r/link_user_subject': arranging('subjectId', subjectOf),
  'PUT /r/unlink_user_subject': takingOut('user_subjects', 'subjectId', subjectOf),
  'PUT /r/link_user_chapter': arranging('chapterId', chainOf),
  'PUT /r/unlink_user_chapter': takingOut('user_chains', 'chapterId', chainOf),
  'PUT /r/link_user_topic': arranging('topicId', topic, { private: false }),
  'PUT /r/unlink_user_topic': takingOut('user_topics', 'topicId', topic),

  'GET /r/topics': [plain(), plain({ query: { all: 'true', retired: 'true' } })],
  'POST /r/topic': [plain(() => ({ form: { name: uniqueName('New topic'), photoBase64 } }))],
  'PUT /r/topic': [plain(async (s) => ({ form: { topicId: await topic(s), name: uniqueName('Renamed') } }))],
  'DELETE /r/topic': [plain(async (s) => ({ query: { topicId: await topic(s) } }))],
} satisfies Record<string, Case[]>;

import { randomUUID } from 'node:crypto';
import type { AnswerOf } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sizeNames, storageKey } from '#domains/media/files.ts';
import { enqueue } from '#jobs/queue.ts';
import { startApp, type TestApp } from '#test/app.ts';
import {
  makeCard,
  makeChain,
  makeConnection,
  makePicture,
  makeSubject,
  makeUser,
  storePhoto,
} from '#test/factories.ts';
import { addTotp, makeRecoveryCodes } from '#test/factors.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { settleJobs } from '#test/jobs.ts';
import { findTraces } from '#test/traces.ts';

/** Large enough not to occur in any table by chance. */
const personId = 7_700_770_077_001;
const email = 'Quentessa.Wroxley@example.org';
const password = 'a good long secret';

describe('an account whose thirty days are over', () => {
  let gyan: TestApp;
  /** Text, ids and image bytes that must not remain in the database or the storage. */
  const needles: (string | Buffer)[] = [String(personId), 'Quentessa', 'Wroxley', email, 'Wroxleyan'];
  let ofOthers: { cardId: number; chainId: number; subjectId: number; photoKey: string };

  const move = (days: number) =>
    gyan.db.query(sql`
      update users set leaving_at = now() - make_interval(days => ${days}, mins => 1) where id = ${personId}`);
  const eraseDue = async () => {
    await enqueue(gyan.db, 'account.erase', {});
    await settleJobs(gyan.deps);
    // Runs delayed jobs now.
    await gyan.db.query(sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`);
    await settleJobs(gyan.deps);
  };
  const traces = () => findTraces(gyan.deps, needles);
  /** Edits a card, and names the revision. */
  const revised = async (postId: number, source: string, token: string) => {
    const edited = await gyan.request('/r/post', {
      method: 'PUT',
      token,
      form: { postId: String(postId), source },
    });
    if (edited.status !== 200) throw new Error(edited.text);
    const { body } = await gyan.request(`/r/revisions?postId=${postId}`, { token });
    const [revision] = (body as AnswerOf<'GET /r/revisions'>).revisionModelVec;
    return { postId, revisionId: revision?.revisionId };
  };

  beforeAll(async () => {
    gyan = await startApp({ rateLimits: true });
    const { db, deps } = gyan;
    const admin = await gyan.signedIn({ role: 'kAdmin' });
    const other = await makeUser(db, { role: 'kCreator' });

    await db.query(sql`alter table users alter column id restart with 7700770077001`);
    const { userId, token } = await gyan.signedIn({
      email,
      password,
      firstName: 'Quentessa',
      lastName: 'Wroxley',
    });

    const send = (path: string, method: string, body: object, as = token) =>
      gyan.request(path, { method, token: as, body });
    await send('/r/creator_request', 'POST', { message: 'Yours, Quentessa' });
    await send('/r/creator_request', 'PUT', { userId, granted: true }, admin.token);
    await send('/r/updateuserrole', 'PUT', { userId, userRole: 'kAdmin' }, admin.token);
    await send('/r/updateuserrole', 'PUT', { userId: other, userRole: 'kRegular' });
    await send('/r/updateusertags', 'PUT', { tagVec: '#wroxleyan' });
    await send('/r/updateuserbio', 'PUT', { bio: 'A wroxleyan by birth' });
    await send('/r/updatelinkedinprofile', 'PUT', { url: 'https://linkedin.com/in/wroxley' });
    const portrait = await makePicture('#123456');
    const withPhoto = await gyan.request('/r/updateuserphoto', {
      method: 'PUT',
      token,
      form: { photoBase64: portrait.toString('base64') },
    });
    const { userModel }: AnswerOf<'PUT /r/updateuserphoto'> = withPhoto.body;
    const portraitKey = userModel.photoModel?.specMap.sm.url.split('/')[2] ?? '';
    const drawing = await storePhoto(deps, await makePicture('#654321'));
    const shared = await storePhoto(deps, await makePicture('#abcdef'));
    for (const key of [portraitKey, drawing.key]) {
      needles.push(key);
      for (const size of sizeNames) {
        needles.push(Buffer.from((await deps.storage.get(storageKey(key, size))) ?? 'missing'));
      }
    }
    for (let i = 0; i < 3; i += 1)
      await gyan.request('/login', { method: 'POST', body: { emailId: email, password: 'wrong one' } });
    await gyan.request('/resetpasswordreq', { method: 'PUT', body: { emailId: email } });
    await db.query(sql`
      insert into identities (issuer, subject, user_id) values ('https://accounts.example', 'wroxley-1', ${userId})`);
    await db.query(sql`
      insert into registrations (user_id, first_name, last_name, token_hash, expires_at)
      values (${userId}, 'Quentessa', 'Wroxley', 'hash', now() + interval '1 year')`);

    // What protects the account, and a change of address that has begun.
    const stays = await gyan.signedIn({ email: 'stays@example.org', password });
    for (const [as, emailId] of [
      [token, email],
      // These rows stay, like the block below.
      [stays.token, 'stays@example.org'],
    ] as const) {
      await gyan.request('/login', { method: 'POST', body: { emailId, password } });
      await addTotp(gyan, as);
      await makeRecoveryCodes(gyan, as);
      await gyan.request('/login', { method: 'POST', body: { emailId, password } });
      const changed = await send('/r/email', 'PUT', { emailId: `new.${as.slice(0, 5)}@example.org` }, as);
      if (changed.status !== 200) throw new Error(changed.text);
    }

    // Content that is linked with content of other users.
    const cardId = await makeCard(db, { ownerId: other, photoId: shared.id });
    const mine = [
      await makeCard(db, {
        ownerId: userId,
        title: 'Wroxleyan maps',
        photoId: drawing.id,
        tags: ['wroxleyan'],
      }),
      await makeCard(db, { ownerId: userId, title: 'Wroxleyan seas', photoId: shared.id }),
    ];
    await send('/r/updatepinnedpost', 'PUT', { postId: mine[0] });
    const chainId = await makeChain(db, { ownerId: other, cardIds: [...mine, cardId] });
    const myChain = await makeChain(db, {
      ownerId: userId,
      title: 'Wroxleyan chain',
      cardIds: [cardId, ...mine],
    });
    const subjectId = await makeSubject(db, { ownerId: other, chainIds: [myChain, chainId] });
    await makeSubject(db, { ownerId: userId, title: 'Wroxleyan subject', chainIds: [myChain, chainId] });
    await db.query(sql`
      insert into audit (actor_id, act, target_kind, target_id, detail)
      values (${admin.userId}, 'card.lock', 'card', ${mine[0]}, '{"title": "Wroxleyan maps"}')`);

    // Revisions, suggestions and copies, own and of others.
    await send('/r/post_restore', 'PUT', await revised(mine[0] ?? 0, 'Wroxleyan source', token));
    await send('/r/post_restore', 'PUT', await revised(cardId, 'A book', token));
    await send('/r/suggestion', 'POST', { postId: cardId, title: 'Wroxleyan title', note: 'Wroxleyan note' });
    const suggester = await gyan.signedIn({ role: 'kCreator' });
    await send('/r/suggestion', 'POST', { postId: mine[1], title: 'Wroxleyan lakes' }, suggester.token);
    const open = await send('/r/suggestion', 'POST', { postId: cardId, title: 'Lakes' }, suggester.token);
    const { suggestionId } = (open.body as AnswerOf<'POST /r/suggestion'>).suggestionModel;
    await send('/r/suggestion', 'PUT', { suggestionId, accepted: false, note: 'Wroxleyan words' });
    await db.query(sql`update cards set license = 'cc0' where id = ${mine[1]}`);
    const remixed = await send('/r/remix', 'POST', { kind: 'post', id: mine[1] }, suggester.token);
    const copy = (remixed.body as AnswerOf<'POST /r/remix'>).postModel;
    await gyan.request('/r/post', {
      method: 'PUT',
      token: suggester.token,
      form: { postId: String(copy?.id), title: 'Seas of my own' },
    });
    await send('/r/tokens', 'POST', { name: 'Wroxleyan script', scope: 'read' });
    const list = await send('/r/saved_list', 'POST', { title: 'Wroxleyan list' });
    const { listId } = (list.body as AnswerOf<'POST /r/saved_list'>).savedListModel;
    await send('/r/saved', 'PUT', { kind: 'post', id: cardId, saved: true, listId });
    await send('/r/saved', 'PUT', { kind: 'post', id: mine[0], saved: true }, suggester.token);
    // These rows stay, like the block below.
    await send('/r/saved', 'PUT', { kind: 'post', id: cardId, saved: true }, suggester.token);
    await send('/r/saved_list', 'POST', { title: 'Seas' }, suggester.token);
    await db.query(sql`
      insert into digests (user_id, day, notice_ids) values (${userId}, '2026-01-05', '{1}')`);

    // Likes and comments, given and received.
    const person = await gyan.signedIn();
    for (const [as, postId, chapterId] of [
      [token, cardId, chainId],
      [person.token, cardId, chainId],
      [person.token, mine[0], myChain],
    ] as const) {
      await send('/r/comment', 'POST', { postId, rawText: 'First' }, as);
      await send('/r/comment', 'POST', { postId, rawText: as === token ? 'Wroxleyan words' : 'Words' }, as);
      await send('/r/post_like', 'PUT', { postId, liked: true }, as);
      await send('/r/chapter_like', 'PUT', { chapterId, liked: true }, as);
      await send('/r/subject_like', 'PUT', { subjectId, liked: true }, as);
    }
    const [topic] = await db.query<{ id: number }>(
      sql`insert into topics (name) values ('Seas') returning id`,
    );
    for (const choice of [
      { userId, topicId: topic?.id },
      { userId: person.userId, topicId: topic?.id },
    ])
      await send('/r/link_user_topic', 'PUT', choice, choice.userId === userId ? token : person.token);
    // Each saves the other's chapter.
    for (const [as, who, chapterId] of [
      [token, userId, chainId],
      [person.token, person.userId, myChain],
      [person.token, person.userId, chainId],
    ] as const) {
      await send('/r/link_user_chapter', 'PUT', { userId: who, chapterId }, as);
      await send('/r/link_user_subject', 'PUT', { userId: who, subjectId }, as);
    }
    for (const liked of [false, true]) await send('/r/subject_like', 'PUT', { subjectId, liked });

    // Connections, requests in both directions, by id and by address, blocks, contacts and feedback.
    const [friend, requester, blocked] = [await gyan.signedIn(), await gyan.signedIn(), await makeUser(db)];
    await makeConnection(db, userId, friend.userId);
    await makeConnection(db, friend.userId, requester.userId);
    await send('/r/connreq', 'POST', { receivingUserId: person.userId });
    await send('/r/connreq', 'POST', { receivingUserId: userId }, requester.token);
    await send('/r/invite', 'POST', { emailId: email }, person.token);
    await send('/r/invite', 'POST', { emailId: 'cousin@example.org' });
    await send('/r/block', 'PUT', { userId: blocked, blocked: true });
    // These rows stay: `analyze` keeps the old statistics of a table that is empty.
    await send('/r/block', 'PUT', { userId: blocked, blocked: true }, requester.token);
    await send('/r/connreq', 'POST', { receivingUserId: person.userId }, friend.token);
    for (const [as, value] of [
      [token, 'aunt.wroxley@example.org'],
      [friend.token, email],
      [friend.token, 'somebody@example.org'],
    ] as const) {
      const data = JSON.stringify([{ emailAddresses: [{ value }] }]);
      await gyan.request('/r/import_google_contacts', {
        method: 'POST',
        token: as,
        form: { google_contacts_data: data },
      });
    }
    await send('/feedback', 'POST', { feedback: 'From somebody else' });
    await send('/feedback', 'POST', { name: 'Quentessa', emailId: email, feedback: 'Yours, Wroxley' });
    ofOthers = { cardId, chainId, subjectId, photoKey: shared.key };
    const { cardId: postId, chainId: chapterId } = ofOthers;
    await send('/r/reading', 'PUT', { postId, chapterId });
    await send('/r/study', 'PUT', { chapterId, studied: true });
    const review = { reviewId: randomUUID(), postId, grade: 3, at: Date.now(), zone: 'UTC', ms: 1000 };
    const stored = await send('/r/reviews', 'POST', { reviewVec: [review] });
    if (stored.status !== 200) throw new Error(stored.text);

    // A job that failed for good keeps its payload.
    await settleJobs(deps);
    await enqueue(db, 'auth.reset', { email });
    await db.query(sql`
      update graphile_worker._private_jobs set attempts = max_attempts, last_error = ${`no route to ${email}`}
      where payload->>'email' = ${email}`);

    await gyan.request('/r/account', { method: 'DELETE', token });
    await db.query(sql`update photos set uploaded_at = now() - interval '1 day'`);
    await db.query(sql`analyze`);
  });
  afterAll(() => gyan.close());

  it('is in many places before', async () => {
    const [person] = await gyan.db.query(
      sql`select leaving_at is not null as leaving from users where id = ${personId}`,
    );
    expect(person).toEqual({ leaving: true });
    const tables = new Set((await traces()).map((trace) => trace.split(':')[0]?.replace(/^file .*/, 'file')));
    for (const place of [
      'public.users',
      'public.identities',
      'public.registrations',
      'public.creator_requests',
      'public.factors',
      'public.recovery_codes',
      'public.alert_links',
      'public.devices',
      'public.sign_in_tickets',
      'public.email_changes',
      'public.cards',
      'public.chains',
      'public.subjects',
      'public.comments',
      'public.revisions',
      'public.suggestions',
      'public.saved_items',
      'public.saved_lists',
      'public.user_topics',
      'public.card_words',
      'public.card_likes',
      'public.chain_likes',
      'public.subject_likes',
      'public.user_chains',
      'public.user_subjects',
      'public.activity',
      'public.tags',
      'public.audit',
      'public.mail_outbox',
      'public.rate_limits',
      'public.photos',
      'graphile_worker._private_jobs',
      'file',
    ]) {
      expect(tables).toContain(place);
    }
  });

  it('is still whole one day earlier', async () => {
    await move(29);
    const before = await traces();
    await eraseDue();
    expect(await traces()).toEqual(before);
  });

  it('is nowhere afterwards: no table, no sample of the planner, no file', async () => {
    await move(30);
    await eraseDue();
    expect(await traces()).toEqual([]);
    expect(await gyan.db.query(sql`select id from users where id = ${personId}`)).toEqual([]);
  });

  it('leaves what belongs to others as it was, with the right counts', async () => {
    const counts = await gyan.db.query(sql`
      select (select card_count from chains where id = ${ofOthers.chainId}) as card_count,
        (select array_agg(card_id) from chain_cards where chain_id = ${ofOthers.chainId}) as cards,
        (select chain_count from subjects where id = ${ofOthers.subjectId}) as chain_count,
        (select array_agg(chain_id) from subject_chains where subject_id = ${ofOthers.subjectId}) as chains,
        (select array[like_count, comment_count] from cards where id = ${ofOthers.cardId}) as card_marks,
        (select like_count from chains where id = ${ofOthers.chainId}) as chain_likes,
        (select like_count from subjects where id = ${ofOthers.subjectId}) as subject_likes`);
    expect(counts).toEqual([
      {
        card_count: 1,
        cards: [String(ofOthers.cardId)],
        chain_count: 1,
        chains: [String(ofOthers.chainId)],
        card_marks: [1, 2],
        chain_likes: 1,
        subject_likes: 1,
      },
    ]);
    // Erasing likes and comments recomputes the scores that the factories set.
    expect(await brokenInvariants(gyan.db)).toEqual([]);
    expect(await gyan.deps.storage.exists(storageKey(ofOthers.photoKey, 'lg'))).toBe(true);
    // Edits and decisions stay without a name, and what was decided without the word.
    const left = await gyan.db.query(sql`
      select (select array_agg(editor_id) from revisions where card_id = ${ofOthers.cardId}) as editors,
        (select array_agg(state || coalesce(decided_by::text, '') || coalesce(answer, '')) from suggestions) as suggestions,
        (select array_agg(remix_of) from cards where title = 'Seas of my own') as originals`);
    expect(left).toEqual([{ editors: [null, null], suggestions: ['declined'], originals: [null] }]);
  });

  it('leaves the audit’s rows, without names', async () => {
    const auditRows = await gyan.db.query(
      sql`select act, actor_id is null as by_nobody, target_id, detail from audit
        where act not like 'sign-in%' order by id`,
    );
    expect(auditRows).toMatchObject([
      { act: 'creator_request.grant', by_nobody: false, target_id: null, detail: {} },
      { act: 'role.set', by_nobody: false, target_id: null, detail: {} },
      { act: 'role.set', by_nobody: true, detail: { was: 'kCreator', role: 'kRegular' } },
      { act: 'card.lock', by_nobody: false, target_id: null, detail: {} },
      { act: 'card.edit', by_nobody: true },
      { act: 'card.edit', by_nobody: true },
      { act: 'card.decline_suggestion', by_nobody: true },
      { act: 'token.created', by_nobody: true, target_id: null, detail: {} },
    ]);
    const { token } = await gyan.signedIn({ role: 'kAdmin' });
    const shown: AnswerOf<'GET /r/audit'> = (await gyan.request('/r/audit', { token })).body;
    const shownEntries = shown.auditModelVec.filter(({ action }) => !action.startsWith('sign-in'));
    expect(shownEntries).toHaveLength(8);
    expect(shownEntries.filter((entry) => entry.actorModel == null)).toHaveLength(5);
  });

  it('makes no trouble when the job runs again, and the address is free', async () => {
    await eraseDue();
    const id = await makeUser(gyan.db, { email });
    expect(id).toBeGreaterThan(personId);
  });
});

describe('somebody who comes back while being erased', () => {
  it('is either erased or kept, never half', async () => {
    const gyan = await startApp();
    try {
      for (let i = 0; i < 8; i += 1) {
        const { userId } = await gyan.signedIn({ email: `back-${i}@example.org`, password });
        const cardId = await makeCard(gyan.db, { ownerId: userId });
        await gyan.db.query(
          sql`update users set leaving_at = now() - interval '31 days' where id = ${userId}`,
        );
        const login = { method: 'POST', body: { emailId: `back-${i}@example.org`, password } };
        await enqueue(gyan.db, 'account.erase', {});
        const [answer] = await Promise.all([gyan.request('/login', login), settleJobs(gyan.deps)]);
        const cards = await gyan.db.query(sql`select id from cards where id = ${cardId}`);
        const people = await gyan.db.query(sql`select leaving_at from users where id = ${userId}`);
        expect([200, 400]).toContain(answer.status);
        if (answer.status === 200)
          expect({ cards, people }).toEqual({ cards: [{ id: cardId }], people: [{ leaving_at: null }] });
        else expect({ cards, people }).toEqual({ cards: [], people: [] });
      }
    } finally {
      await gyan.close();
    }
  });
});

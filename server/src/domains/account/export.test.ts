import { randomUUID } from 'node:crypto';
import type { AnswerOf } from '@gyan/contract/calls.ts';
import { strFromU8, unzipSync } from 'fflate';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
import { giveScene } from '#test/scenes.ts';

const password = 'a good long secret';

describe('taking my data with me', () => {
  let gyan: TestApp;
  beforeAll(async () => {
    gyan = await startApp();
  });
  afterAll(() => gyan.close());

  const download = (token: string, query = '') =>
    fetch(`${gyan.url}/api/v1/r/export${query}`, { headers: { authorization: `Bearer ${token}` } });

  const downloadWith = (token: string, currentPasswd: string) =>
    fetch(`${gyan.url}/api/v1/r/export`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ currentPasswd }),
    });

  async function unpack(response: Response) {
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
    return {
      names: Object.keys(files),
      files,
      text,
      json: (name: string) => JSON.parse(text(name)) as unknown,
    };
  }

  it('gives a zip with everything of mine, pictures too, and nothing of others', async () => {
    const { userId, token } = await gyan.signedIn({
      email: 'asha.export@example.org',
      password,
      firstName: 'Asha',
      lastName: 'वर्मा',
    });
    await gyan.request('/r/creator_request', { method: 'POST', token, body: { message: 'I draw.' } });
    const [face, drawing] = [await makePicture('#111213'), await makePicture('#212223')];
    await gyan.request('/r/updateuserphoto', {
      method: 'PUT',
      token,
      form: { photoBase64: face.toString('base64') },
    });
    const photo = await storePhoto(gyan.deps, drawing);
    const mine = await makeCard(gyan.db, {
      ownerId: userId,
      title: 'नदी',
      text: 'A river',
      photoId: photo.id,
    });
    const draft = await makeCard(gyan.db, { ownerId: userId, title: 'Unfinished', visibility: 'draft' });
    await giveScene(gyan.db, mine, ['Delta']);
    const theirs = await makeCard(gyan.db, { title: 'Not mine to take' });
    const chainId = await makeChain(gyan.db, { ownerId: userId, title: 'Water', cardIds: [mine, theirs] });
    const subjectId = await makeSubject(gyan.db, { ownerId: userId, title: 'Earth', chainIds: [chainId] });
    const mark = (path: string, method: string, body: object) => gyan.request(path, { method, token, body });
    await mark('/r/comment', 'POST', { postId: theirs, rawText: 'Mine to keep' });
    await mark('/r/post_like', 'PUT', { postId: theirs, liked: true });
    await gyan.request('/r/post', { method: 'PUT', token, form: { postId: String(mine), title: 'नदियाँ' } });
    await mark('/r/suggestion', 'POST', { postId: theirs, tagsText: 'water', note: 'A tag' });
    const reader = await gyan.signedIn();
    const { body: suggested } = await gyan.request('/r/suggestion', {
      method: 'POST',
      token: reader.token,
      body: { postId: mine, tagsText: 'delta' },
    });
    const { suggestionId } = (suggested as AnswerOf<'POST /r/suggestion'>).suggestionModel;
    await mark('/r/suggestion', 'PUT', { suggestionId, accepted: false, note: 'It has no delta.' });
    await mark('/r/tokens', 'POST', { name: 'My script', scope: 'read' });
    const { body: list } = await mark('/r/saved_list', 'POST', { title: 'For later' });
    const { listId } = (list as AnswerOf<'POST /r/saved_list'>).savedListModel;
    await mark('/r/saved', 'PUT', { kind: 'post', id: theirs, saved: true, listId });
    await mark('/r/chapter_like', 'PUT', { chapterId: chainId, liked: true });
    await mark('/r/subject_like', 'PUT', { subjectId, liked: true });
    await mark('/r/reading', 'PUT', { postId: theirs, chapterId: chainId });
    await mark('/r/study', 'PUT', { chapterId: chainId, studied: true });
    const review = {
      reviewId: randomUUID(),
      postId: theirs,
      grade: 3,
      at: Date.now(),
      zone: 'UTC',
      ms: 1000,
    };
    await mark('/r/reviews', 'POST', { reviewVec: [review] });
    const prompt = { kind: 'question', question: 'Where does it end?', answer: 'In the sea.' };
    await mark('/r/prompts', 'PUT', { postId: mine, promptVec: [prompt] });
    const [topic] = await gyan.db.query<{ id: number }>(
      sql`insert into topics (name) values ('Rivers') returning id`,
    );
    await mark('/r/link_user_topic', 'PUT', { userId, topicId: topic?.id, topicRank: 3 });
    await mark('/r/link_user_chapter', 'PUT', { userId, chapterId: chainId });
    await mark('/r/link_user_subject', 'PUT', { userId, subjectId, subjectRank: -2.5 });
    const friend = await makeUser(gyan.db, { firstName: 'Fay', lastName: 'Friend' });
    await makeConnection(gyan.db, userId, friend);
    await gyan.signedIn({
      email: 'known.member@example.org',
      firstName: 'Secret',
      lastName: 'Owner',
    });
    await mark('/r/invite', 'POST', { emailId: 'known.member@example.org' });
    const requester = await gyan.signedIn({ firstName: 'Asking' });
    await gyan.request('/r/connreq', {
      method: 'POST',
      token: requester.token,
      body: { receivingUserId: userId },
    });
    const nuisance = await makeUser(gyan.db);
    await mark('/r/block', 'PUT', { userId: nuisance, blocked: true });
    await gyan.request('/r/import_google_contacts', {
      method: 'POST',
      token,
      form: { google_contacts_data: '[{"emailAddresses": [{"value": "aunt@example.org"}]}]' },
    });
    await mark('/feedback', 'POST', { emailId: 'asha.export@example.org', feedback: 'Well done' });
    const otherUser = await gyan.signedIn();
    await gyan.request('/r/comment', {
      method: 'POST',
      token: otherUser.token,
      body: { postId: mine, rawText: 'Not yours to take' },
    });
    await gyan.db.query(sql`
      insert into identities (issuer, subject, user_id) values ('https://accounts.example', 'asha-1', ${userId})`);
    await gyan.db.query(sql`
      insert into digests (user_id, day, notice_ids) values (${userId}, '2026-01-05', '{1, 2}')`);
    await gyan.db.query(sql`
      insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
      select user_id, id, 'https://push.example/1', 'secret key', 'secret' from sessions where user_id = ${userId}`);

    const otpauthUrl = await addTotp(gyan, token);
    const codes = await makeRecoveryCodes(gyan, token);
    await mark('/r/email', 'PUT', { emailId: 'asha.new@example.org' });
    await gyan.db.query(sql`insert into devices (user_id, token_hash) values (${userId}, 'cookie')`);

    const response = await download(token);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="gyan-[\d-]+\.zip"$/);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const { names, files, text, json } = await unpack(response);

    expect(json('account.json')).toMatchObject({
      userId,
      firstName: 'Asha',
      lastName: 'वर्मा',
      emailId: 'asha.export@example.org',
      hasPassword: true,
      identities: [{ issuer: 'https://accounts.example', subject: 'asha-1' }],
      creatorRequest: { message: 'I draw.', granted: null },
      emailChange: { newEmail: 'asha.new@example.org' },
    });
    expect(json('cards.json')).toMatchObject([
      { id: mine, title: 'नदियाँ', text: 'A river', picture: photo.key, license: 'all-rights', source: null },
      { id: draft, title: 'Unfinished', visibility: 'draft', publishedAt: null },
    ]);
    expect(json('revisions.json')).toMatchObject([{ cardId: mine, title: 'नदी', picture: photo.key }]);
    expect(json('scenes.json')).toMatchObject([{ scene: { items: [{ text: 'Delta' }] }, picture: null }]);
    expect(json('suggestions.json')).toMatchObject([
      { cardId: theirs, tags: ['water'], note: 'A tag', state: 'open' },
    ]);
    expect(json('decisions.json')).toMatchObject([
      { suggestionId, cardId: mine, state: 'declined', answer: 'It has no delta.' },
    ]);
    expect(json('saved.json')).toMatchObject([{ cardId: theirs, lists: ['For later'] }]);
    expect(json('saved-lists.json')).toMatchObject([{ title: 'For later' }]);
    expect(json('questions.json')).toEqual([{ cardId: mine, ...prompt }]);
    expect(json('topics.json')).toEqual([{ topicId: topic?.id, name: 'Rivers', rank: 3 }]);
    expect(json('chains.json')).toMatchObject([
      { id: chainId, cards: [{ cardId: mine }, { cardId: theirs }] },
    ]);
    expect(json('subjects.json')).toMatchObject([{ id: subjectId, chains: [{ chainId }] }]);
    expect(json('kept-chains.json')).toEqual([{ chainId, rank: 1 }]);
    expect(json('kept-subjects.json')).toEqual([{ subjectId, rank: -2.5 }]);
    expect(json('comments.json')).toMatchObject([{ cardId: theirs, text: 'Mine to keep', editedAt: null }]);
    expect(json('liked-cards.json')).toMatchObject([{ cardId: theirs }]);
    expect(json('liked-chains.json')).toMatchObject([{ chainId }]);
    expect(json('liked-subjects.json')).toMatchObject([{ subjectId }]);
    expect(json('read-cards.json')).toMatchObject([{ cardId: theirs }]);
    expect(json('places.json')).toMatchObject([{ chainId, subjectId: null, cardId: theirs }]);
    expect(json('studies.json')).toMatchObject([{ chainId }]);
    expect(json('memories.json')).toMatchObject([{ cardId: theirs, reviews: 1, lapses: 0, setAside: false }]);
    expect(json('reviews.json')).toMatchObject([{ reviewId: review.reviewId, cardId: theirs, grade: 3 }]);
    expect(json('connections.json')).toMatchObject([{ userId: friend, name: 'Fay Friend' }]);
    expect(json('requests.json')).toMatchObject([
      { direction: 'sent', email: 'known.member@example.org', userId: null, name: null },
      { direction: 'received', email: null, userId: requester.userId },
    ]);
    expect(json('blocks.json')).toMatchObject([{ userId: nuisance }]);
    expect(json('digests.json')).toMatchObject([{ day: '2026-01-05', noticeCount: 2 }]);
    expect(json('push-subscriptions.json')).toMatchObject([{ endpoint: 'https://push.example/1' }]);
    expect(text('push-subscriptions.json')).not.toContain('secret');
    expect(json('contacts.json')).toMatchObject([{ email: 'aunt@example.org' }]);
    expect(json('feedback.json')).toMatchObject([{ message: 'Well done' }]);
    expect(json('sessions.json')).toMatchObject([{ userAgent: 'test' }]);
    expect(json('tokens.json')).toMatchObject([{ name: 'My script', scope: 'read', lastUsedAt: null }]);
    expect(json('second-factors.json')).toMatchObject([{ kind: 'totp', name: 'Phone', lastUsedAt: null }]);
    expect(json('browsers.json')).toMatchObject([{ createdAt: expect.any(String) }]);
    expect(text('README.txt')).toContain('cards.json');
    const pictures = names.filter((name) => name.startsWith('pictures/'));
    expect(pictures).toHaveLength(2);
    for (const name of pictures)
      expect(strFromU8(files[name]?.subarray(0, 4) ?? new Uint8Array())).toBe('RIFF');

    const everything = names.map(text).join('\n');
    expect(everything).not.toContain('Not mine to take');
    expect(everything).not.toContain('Not yours to take');
    expect(everything).not.toContain('Secret Owner');
    const secret = new URL(otpauthUrl).searchParams.get('secret') ?? otpauthUrl;
    for (const kept of [secret, ...codes]) expect(everything).not.toContain(kept);
    expect(everything).not.toMatch(/argon2|token_?hash|\\\\x[0-9a-f]{20}/i);
  });

  it('is whole however much there is', async () => {
    const { userId, token } = await gyan.signedIn();
    await gyan.db.transaction(async (tx) => {
      await tx.allow(60_000);
      await tx.query(sql`
        insert into cards (url_text, owner_id, type, title, text)
        select 'many-' || n, ${userId}, 'kCustom', 'Card ' || n, repeat('wordswordswords ', 750)
        from generate_series(1, 350) as n`);
    });
    const { json } = await unpack(await download(token));
    const titles = (json('cards.json') as { title: string }[]).map((card) => card.title);
    expect(titles).toEqual(Array.from({ length: 350 }, (_, n) => `Card ${n + 1}`));
  });

  it('is valid when there is nothing yet', async () => {
    const { token } = await gyan.signedIn();
    const { json } = await unpack(await download(token));
    for (const name of ['cards.json', 'chains.json', 'subjects.json', 'comments.json', 'liked-cards.json'])
      expect(json(name)).toEqual([]);
    expect(json('account.json')).toMatchObject({ creatorRequest: null, emailChange: null, identities: [] });
  });

  it('needs a fresh sign-in or the password', async () => {
    const { userId, token } = await gyan.signedIn({ password });
    await gyan.db.query(
      sql`update sessions set created_at = now() - interval '11 minutes' where user_id = ${userId}`,
    );
    const refused = await download(token);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ code: 'reauth_required' });
    expect((await downloadWith(token, 'wrong')).status).toBe(403);
    const answer = await downloadWith(token, password);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    const { names } = await unpack(answer);
    expect(names).toContain('account.json');
  });

  it('takes no password in an address', async () => {
    const { token } = await gyan.signedIn({ password });
    const query = `?${new URLSearchParams({ currentPasswd: password }).toString()}`;
    const refused = await download(token, query);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ fields: [{ field: 'currentPasswd' }] });
    for (const [method, path] of [
      ['POST', '/r/export'],
      ['DELETE', '/r/account'],
      ['PUT', '/r/updateuserpasswd'],
      ['POST', '/login'],
      ['PUT', '/resetpassword'],
    ] as const) {
      const body = { passwd: 'another river', emailId: 'a@b.example', password, reqToken: 'x' };
      for (const name of ['currentPasswd', 'passwd', 'password']) {
        const answer = await gyan.request(`${path}?${name}=quiet%20river`, { method, token, body });
        expect([path, name, answer.body]).toMatchObject([
          path,
          name,
          { status: 400, fields: [{ field: name }] },
        ]);
      }
    }
    expect((await gyan.request('/r/user', { token })).status).toBe(200);
  });
});

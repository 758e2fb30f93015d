import type { PostModel } from '@gyan/contract/cards.ts';
import type { Visibility } from '@gyan/contract/visibility.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiProblem, offlineProblem } from '#lib/api-problem.ts';
import {
  type AutosaveDeps,
  createAutosave,
  drawingSaveEveryMs,
  problemOf,
  saveAfterMs,
  type Unsaved,
} from './autosave.ts';
import { type CardContent, contentOf, emptyContent } from './card-content.ts';

/** The server's one card, as far as saving is concerned. */
interface ServerCard {
  id: number;
  version: number;
  visibility: Visibility;
  content: CardContent;
}

let server: ServerCard | undefined;
/** Every request that reached the server. */
let log: string[];
/** Thrown instead of the next requests, before or after they take effect. */
let failures: { error: Error; afterwards?: boolean }[];
let keys: string[];
let kept: Unsaved | undefined;
let lastId: number;

const problem = (status: number, code: ApiProblem['code'], field?: string) =>
  new ApiProblem({
    status,
    code,
    detail: 'No.',
    ...(field !== undefined && { fields: [{ field, message: 'No.' }] }),
  });

const modelOf = ({ id, version, visibility, content }: ServerCard) =>
  ({
    id,
    version,
    visibility,
    urlText: String(id),
    type: 'kCustom',
    title: content.title.trim(),
    text: content.statusText,
    htmlDesc: content.htmlDesc || null,
    tagsText: content.tagsText,
    license: content.license || 'all-rights',
    source: content.source,
    photoModelVec: content.picture === '' ? [] : [{ specMap: { sm: { url: '/media/sm' } } }],
  }) as unknown as PostModel;

async function answer(take: () => PostModel): Promise<PostModel> {
  const failure = failures.shift();
  if (failure && !failure.afterwards) throw failure.error;
  const card = take();
  if (failure) throw failure.error;
  return card;
}

const created = new Map<string, PostModel>();

const deps: AutosaveDeps = {
  newKey: () => {
    keys.push(`key ${keys.length + 1}`);
    return keys.at(-1) ?? '';
  },
  create: (content, key, { publication }) =>
    answer(() => {
      log.push(`create ${content.title}${publication ? ` ${publication.visibility}` : ''}`);
      const known = created.get(key);
      if (known) return known;
      lastId += 1;
      server = { id: lastId, version: 1, visibility: publication?.visibility ?? 'draft', content };
      created.set(key, modelOf(server));
      return modelOf(server);
    }),
  update: (base, changes, { publication }) =>
    answer(() => {
      if (!server || server.id !== base.id) throw problem(404, 'not_found');
      if (server.version !== base.version) throw problem(409, 'edited_elsewhere');
      log.push(
        `update ${Object.entries(changes)
          .map(([name, value]) => `${name}=${value}`)
          .join(' ')}`,
      );
      server = {
        ...server,
        version: server.version + 1,
        visibility: publication?.visibility ?? server.visibility,
        content: { ...server.content, ...changes },
      };
      return modelOf(server);
    }),
  read: async () => {
    if (!server) throw problem(404, 'not_found');
    return { ...modelOf(server), sceneText: server.content.scene };
  },
  storePhoto: (base, scene, dataUrl) =>
    answer(() => {
      if (!server || server.version !== base.version) throw problem(409, 'edited_elsewhere');
      log.push(`store ${dataUrl}${scene && ` under ${scene}`}`);
      server = { ...server, version: server.version + 1, content: { ...server.content, picture: dataUrl } };
      return modelOf(server);
    }),
  keep: (unsaved) => {
    kept = unsaved;
  },
};

const open = (start: Unsaved = { content: emptyContent }) => createAutosave(deps, start);

/** A draft that the server has, opened here. */
function openDraft(content: Partial<CardContent> = { title: 'Tides' }) {
  server = { id: 7, version: 1, visibility: 'draft', content: { ...emptyContent, ...content } };
  const opened = contentOf(modelOf(server));
  return open({ content: opened, base: { id: 7, version: 1, content: opened } });
}

/** Another device saves. */
function editElsewhere(changes: Partial<ServerCard>) {
  if (server) server = { ...server, version: server.version + 1, ...changes };
}

const type = (autosave: ReturnType<typeof open>, changes: Partial<CardContent>) =>
  autosave.change({ ...autosave.content(), ...changes });

const pause = (ms = saveAfterMs) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  created.clear();
  [server, log, failures, keys, kept, lastId] = [undefined, [], [], [], undefined, 0];
});

afterEach(() => {
  vi.useRealTimers();
});

describe('what an author writes', () => {
  it('is saved after a pause, first as a new draft, then as changes of it', async () => {
    const autosave = open();
    type(autosave, { title: 'T' });
    await pause(1000);
    type(autosave, { title: 'Tides' });
    await pause(1000);
    expect(log).toEqual([]);
    await pause(500);
    expect(log).toEqual(['create Tides']);
    expect(autosave.state()).toEqual({ status: 'saved' });
    expect(autosave.cardId()).toBe(1);
    type(autosave, { statusText: 'The moon pulls.' });
    expect(autosave.state()).toEqual({ status: 'saving' });
    await pause();
    expect(log).toEqual(['create Tides', 'update statusText=The moon pulls.']);
    expect(kept).toBeUndefined();
  });

  it('makes no draft while it is blank, or only a licence or a prompt', async () => {
    const autosave = open();
    type(autosave, { title: '  ', htmlDesc: '<p></p>', license: 'cc-by', prompt: 'Why?' });
    await pause();
    expect(log).toEqual([]);
    expect(kept?.content.prompt).toBe('Why?');
  });

  it('is sent one request at a time, and what is written meanwhile waits for a pause', async () => {
    let release = () => {};
    const sentTitles: string[] = [];
    const autosave = createAutosave(
      {
        ...deps,
        update: async (base, changes, options) => {
          sentTitles.push(changes.title ?? '');
          await new Promise<void>((resolve) => {
            release = resolve;
          });
          return deps.update(base, changes, options);
        },
      },
      { content: { ...emptyContent, title: 'A' }, base: await draftBase() },
    );
    type(autosave, { title: 'B' });
    await pause();
    type(autosave, { title: 'C' });
    await pause();
    type(autosave, { title: 'D' });
    await pause();
    expect(sentTitles).toEqual(['B']);
    release();
    await pause();
    expect(sentTitles).toEqual(['B', 'D']);
    release();
    await pause();
    expect(autosave.state()).toEqual({ status: 'saved' });
    expect(server?.content.title).toBe('D');
  });

  it('is sent with the picture only when the picture changed, and the create goes without it', async () => {
    const autosave = open();
    type(autosave, { title: 'Prism', picture: 'data:image/png;base64,AA' });
    await pause();
    expect(log).toEqual(['create Prism', 'update picture=data:image/png;base64,AA']);
    type(autosave, { title: 'A prism' });
    await pause();
    expect(log.at(-1)).toBe('update title=A prism');
    type(autosave, { picture: '' });
    await pause();
    expect(log.at(-1)).toBe('update picture=');
  });

  it('is sent without the picture when the page is left', async () => {
    const autosave = openDraft();
    type(autosave, { title: 'Tide', picture: 'data:image/png;base64,AA' });
    await autosave.save({ keepalive: true });
    expect(log).toEqual(['update title=Tide']);
    expect(kept?.content.picture).toBe('data:image/png;base64,AA');
  });
});

async function draftBase() {
  server = { id: 7, version: 1, visibility: 'draft', content: { ...emptyContent, title: 'A' } };
  return { id: 7, version: 1, content: contentOf(modelOf(server)) };
}

describe('without a connection', () => {
  it('tries again with growing delays, and sends everything once', async () => {
    const autosave = openDraft();
    failures = Array.from({ length: 3 }, () => ({ error: offlineProblem() }));
    type(autosave, { title: 'Tide' });
    await pause();
    expect(autosave.state()).toMatchObject({ status: 'failed', again: true });
    await pause(2000);
    expect(failures).toHaveLength(1);
    await pause(3999);
    expect(failures).toHaveLength(1);
    await pause(1);
    expect(failures).toHaveLength(0);
    await pause(8000);
    expect(log).toEqual(['update title=Tide']);
    expect(autosave.state()).toEqual({ status: 'saved' });
  });

  it('makes one draft when the answer to the create was lost, also after a reload', async () => {
    failures = [{ error: offlineProblem(), afterwards: true }];
    const before = open();
    type(before, { title: 'Tides' });
    await pause();
    expect(kept?.create?.key).toBe('key 1');
    const after = open(kept);
    type(after, { title: 'Tides at night' });
    await pause();
    expect(log).toEqual(['create Tides', 'create Tides', 'update title=Tides at night']);
    expect(keys).toEqual(['key 1']);
    expect(after.cardId()).toBe(1);
  });

  it('knows its own save again when the answer to it was lost', async () => {
    const autosave = openDraft();
    failures = [{ error: offlineProblem(), afterwards: true }];
    type(autosave, { title: 'Tide' });
    await pause();
    type(autosave, { statusText: 'The moon pulls.' });
    await pause();
    expect(autosave.state()).toEqual({ status: 'saved' });
    expect(server?.content).toMatchObject({ title: 'Tide', statusText: 'The moon pulls.' });
  });

  it('knows its own save again when the page was left before the answer', async () => {
    const before = openDraft();
    const { update } = deps;
    // The server takes it, and no answer comes.
    deps.update = async (...sent) => {
      await update(...sent);
      return new Promise<never>(() => undefined);
    };
    type(before, { title: 'Tide', picture: 'data:image/png,large' });
    await pause();
    type(before, { statusText: 'The moon pulls.' });
    deps.update = update;
    expect(JSON.stringify(kept?.sent)).not.toContain('large');
    const after = open(kept);
    await after.save();
    expect(after.state()).toEqual({ status: 'saved' });
    expect(server?.content).toMatchObject({ title: 'Tide', statusText: 'The moon pulls.' });
  });

  it('keeps in the browser what the server does not have', async () => {
    const autosave = openDraft();
    failures = [{ error: problem(401, 'unauthenticated') }];
    type(autosave, { title: 'Tide' });
    await pause();
    expect(autosave.state()).toMatchObject({ status: 'failed', again: false });
    const again = open(kept);
    await again.save();
    expect(log).toEqual(['update title=Tide']);
    expect(kept).toBeUndefined();
  });
});

describe('a value that the server refuses', () => {
  it('is not sent again and does not hold up the other fields', async () => {
    const autosave = openDraft();
    failures = [{ error: problem(400, 'invalid_input', 'title') }];
    type(autosave, { title: 'Too long', statusText: 'The moon pulls.' });
    await pause();
    expect(log).toEqual(['update statusText=The moon pulls.']);
    expect(autosave.state()).toMatchObject({ status: 'failed', again: false });
    type(autosave, { title: 'Short' });
    await pause();
    expect(log.at(-1)).toBe('update title=Short');
    expect(autosave.state()).toEqual({ status: 'saved' });
  });

  it('makes no empty draft', async () => {
    const autosave = open();
    failures = [{ error: problem(400, 'invalid_input', 'title') }];
    type(autosave, { title: 'Too long' });
    await pause();
    await pause(60_000);
    expect(log).toEqual([]);
    expect(autosave.state()).toMatchObject({ status: 'failed', again: false });
  });
});

describe('a draft that was changed elsewhere', () => {
  it('waits for a choice: keep mine', async () => {
    const autosave = openDraft();
    editElsewhere({ content: { ...emptyContent, title: 'Theirs' } });
    type(autosave, { title: 'Mine' });
    await pause();
    const state = autosave.state();
    expect(state).toMatchObject({ status: 'conflict', theirs: { title: 'Theirs', version: 2 } });
    expect(problemOf(state)).toMatchObject({ detail: expect.stringContaining('changed elsewhere') });
    type(autosave, { title: 'Mine again' });
    await pause(60_000);
    expect(log).toEqual([]);
    expect(kept?.content.title).toBe('Mine again');
    await expect(autosave.publish({ visibility: 'public' })).rejects.toMatchObject({
      code: 'edited_elsewhere',
    });
    if (state.status === 'conflict') await autosave.keepMine(state.theirs);
    expect(server).toMatchObject({ version: 3, content: { title: 'Mine again' } });
    expect(autosave.state()).toEqual({ status: 'saved' });
  });

  it('waits for a choice: take theirs', async () => {
    const autosave = openDraft();
    editElsewhere({ content: { ...emptyContent, title: 'Theirs' } });
    type(autosave, { title: 'Mine' });
    await pause();
    const state = autosave.state();
    if (state.status === 'conflict') autosave.takeTheirs(state.theirs);
    expect(autosave.content().title).toBe('Theirs');
    type(autosave, { statusText: 'More' });
    await pause();
    expect(log).toEqual(['update statusText=More']);
  });

  it('goes on without a question when nothing that a reader sees differs', async () => {
    const autosave = openDraft();
    editElsewhere({});
    type(autosave, { title: 'Mine' });
    await pause();
    expect(autosave.state()).toEqual({ status: 'saved' });
    expect(server).toMatchObject({ version: 3, content: { title: 'Mine' } });
  });

  it('gets the picture that is only here', async () => {
    const autosave = openDraft();
    editElsewhere({});
    type(autosave, { picture: 'data:image/png;base64,AA' });
    await pause();
    expect(server).toMatchObject({ version: 3, content: { picture: 'data:image/png;base64,AA' } });
    expect(autosave.state()).toEqual({ status: 'saved' });
  });

  it('is never saved over once it is published', async () => {
    const autosave = openDraft();
    editElsewhere({ visibility: 'public' });
    type(autosave, { title: 'Mine' });
    await pause();
    expect(autosave.state()).toMatchObject({ status: 'published', card: { id: 7 } });
    expect(problemOf(autosave.state())).toMatchObject({ detail: expect.stringContaining('is published') });
    type(autosave, { title: 'Mine again' });
    await pause(60_000);
    expect(log).toEqual([]);
    lastId = 7;
    await autosave.saveAsNew();
    expect(log).toEqual(['create Mine again']);
    expect(autosave.cardId()).toBe(8);
  });

  it('becomes a new draft when it was deleted', async () => {
    const autosave = openDraft();
    server = undefined;
    type(autosave, { statusText: 'The moon pulls.' });
    await pause();
    expect(log).toEqual(['create Tides']);
    expect(autosave.state()).toEqual({ status: 'saved' });
    expect(server).toMatchObject({ content: { title: 'Tides', statusText: 'The moon pulls.' } });
  });
});

describe('a drawing', () => {
  const scene = (...items: string[]) => JSON.stringify({ items });

  it('is saved at once, then about once a minute, and texts do not wait for it', async () => {
    const autosave = openDraft();
    type(autosave, { scene: scene('a') });
    await pause();
    type(autosave, { scene: scene('a', 'b') });
    expect(autosave.state()).toEqual({ status: 'kept' });
    expect(kept?.content.scene).toBe(scene('a', 'b'));
    type(autosave, { title: 'Tide' });
    await pause();
    expect(log).toEqual([`update scene=${scene('a')}`, 'update title=Tide']);
    await pause(drawingSaveEveryMs);
    expect(log.at(-1)).toBe(`update scene=${scene('a', 'b')}`);
    expect(autosave.state()).toEqual({ status: 'saved' });
    expect(kept).toBeUndefined();
  });

  it('is saved when the author leaves the tab or publishes', async () => {
    const autosave = openDraft();
    for (const items of [['a'], ['a', 'b']]) {
      type(autosave, { scene: scene(...items) });
      await autosave.save();
    }
    type(autosave, { scene: scene('c') });
    await autosave.publish({ visibility: 'public' });
    expect(log).toEqual([scene('a'), scene('a', 'b'), scene('c')].map((json) => `update scene=${json}`));
  });

  it('is not saved over one that was drawn elsewhere', async () => {
    const autosave = openDraft({ title: 'Tides', scene: scene('a') });
    editElsewhere({ content: { ...emptyContent, title: 'Tides', scene: scene('theirs') } });
    type(autosave, { scene: scene('a', 'mine') });
    await pause();
    expect(autosave.state()).toMatchObject({ status: 'conflict', theirs: { sceneText: scene('theirs') } });
    expect(log).toEqual([]);
  });

  it('stores a photo before the scene refers to it', async () => {
    const autosave = open();
    type(autosave, { scene: scene() });
    expect(await autosave.storePhoto('data:photo')).toBe('/media/sm');
    expect(log).toEqual(['create ', `store data:photo under ${scene()}`]);
  });

  it('gives the card its picture back when the labels go', async () => {
    const autosave = openDraft({ title: 'Tides', picture: 'data:photo' });
    type(autosave, { picture: 'data:photo', scene: scene('a') });
    await pause();
    type(autosave, { scene: '' });
    await pause();
    expect(log.at(-1)).toBe('update picture=data:photo scene=');
  });
});

describe('publishing', () => {
  it('makes the card at once when there is no draft yet', async () => {
    const autosave = open();
    type(autosave, { title: 'Tides' });
    await autosave.publish({ visibility: 'public' });
    await pause(60_000);
    expect(log).toEqual(['create Tides public']);
    expect(kept).toBeUndefined();
  });

  it('waits for a running save, and sends the rest with it', async () => {
    const autosave = open();
    type(autosave, { title: 'Tides' });
    const saving = autosave.save();
    type(autosave, { statusText: 'The moon pulls.' });
    await autosave.publish({ visibility: 'public' });
    await saving;
    expect(log).toEqual(['create Tides', 'update statusText=The moon pulls.']);
    expect(server?.visibility).toBe('public');
  });

  it('finishes a create whose answer was lost, so that there is one card', async () => {
    const autosave = open();
    failures = [{ error: offlineProblem(), afterwards: true }];
    type(autosave, { title: 'Tides' });
    await pause();
    await autosave.publish({ visibility: 'public' });
    expect(lastId).toBe(1);
    expect(server).toMatchObject({ id: 1, visibility: 'public' });
  });

  it.each(['a draft', 'no draft'])('has its turn: a save meanwhile sends nothing, with %s', async (start) => {
    const released = Promise.withResolvers<void>();
    const slow: AutosaveDeps = {
      ...deps,
      create: (...args) => released.promise.then(() => deps.create(...args)),
      update: (...args) => released.promise.then(() => deps.update(...args)),
    };
    const base = start === 'a draft' ? await draftBase() : undefined;
    const autosave = createAutosave(slow, { content: base?.content ?? emptyContent, base });
    type(autosave, { title: 'B' });
    const publishing = autosave.publish({ visibility: 'public' });
    const saving = autosave.save({ keepalive: true });
    released.resolve();
    await Promise.all([publishing, saving]);
    await pause(60_000);
    expect(log).toEqual([base ? 'update title=B' : 'create B public']);
    expect(server?.visibility).toBe('public');
    expect(autosave.state()).toEqual({ status: 'saved' });
  });

  it('is sent once more when the server has our own text under a newer version', async () => {
    const autosave = openDraft();
    failures = [{ error: offlineProblem(), afterwards: true }];
    type(autosave, { title: 'Tide' });
    await pause();
    await autosave.publish({ visibility: 'public' });
    expect(server).toMatchObject({ visibility: 'public', content: { title: 'Tide' } });
    expect(autosave.state()).toEqual({ status: 'saved' });
  });

  it('is refused when the draft was changed elsewhere', async () => {
    const autosave = openDraft();
    editElsewhere({ content: { ...emptyContent, title: 'Theirs' } });
    type(autosave, { title: 'Mine' });
    await expect(autosave.publish({ visibility: 'public' })).rejects.toMatchObject({
      code: 'edited_elsewhere',
    });
    expect(autosave.state()).toMatchObject({ status: 'conflict', theirs: { title: 'Theirs' } });
    expect(server).toMatchObject({ version: 2, visibility: 'draft' });
  });

  it('with a time saves what is written before the answer', async () => {
    const autosave = openDraft();
    const scheduling = autosave.publish({ visibility: 'draft', publishAt: 1 });
    type(autosave, { title: 'Tide' });
    await scheduling;
    await pause();
    expect(server?.content.title).toBe('Tide');
  });

  it('goes on saving after a refusal', async () => {
    const autosave = openDraft();
    failures = [{ error: problem(400, 'invalid_input', 'statusText') }];
    type(autosave, { title: 'Tide' });
    await expect(autosave.publish({ visibility: 'public' })).rejects.toThrow('No.');
    await pause();
    expect(log).toEqual(['update title=Tide']);
    expect(server?.visibility).toBe('draft');
  });

  it('with a time goes on saving', async () => {
    const autosave = openDraft();
    await autosave.publish({ visibility: 'draft', publishAt: 1 });
    type(autosave, { title: 'Tide' });
    await pause();
    expect(log.at(-1)).toBe('update title=Tide');
  });
});

import { readFile } from 'node:fs/promises';
import { Scene } from '@gyan/contract/scenes.ts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  demoComments,
  demoConnectionRequests,
  demoConnections,
  demoInterests,
  demoLikes,
} from './activity.ts';
import { demoCards, demoChains, demoSubjects } from './content.ts';
import { demoPassword, demoPeople } from './people.ts';
import { type DemoCard, type DrawnCard, sceneFile, scenePicture } from './shapes.ts';
import { demoTopics } from './topics.ts';

const keys = (list: readonly { key: string }[]) => list.map((item) => item.key);
const people = new Set<string>(keys(demoPeople));
const cards = new Map(demoCards.map((card) => [card.key, card]));
const chains = new Map(demoChains.map((chain) => [chain.key, chain]));
const subjects = new Set(keys(demoSubjects));
const topics = new Set(keys(demoTopics));
const twice = (list: readonly string[]) => list.filter((item, i) => list.indexOf(item) !== i);

const body = (card: DemoCard) => ('htmlDesc' in card ? card.htmlDesc.replace(/<[^>]+>/g, ' ') : card.text);
const words = (text: string) => text.split(/\s+/).filter((word) => /[\w\p{L}]/u.test(word)).length;

const pictures = [
  ...demoPeople.map((person) => ({ ...person, key: `person ${person.key}`, size: [800, 600] })),
  ...demoTopics.map((topic) => ({ ...topic, key: `topic ${topic.key}`, size: [1600, 900] })),
  ...demoSubjects.map((subject) => ({ ...subject, key: `subject ${subject.key}`, size: [1600, 900] })),
  ...demoCards.flatMap((card) =>
    card.type === 'kDrawn' ? [] : [{ ...card, key: `card ${card.key}`, size: [1600, 900] }],
  ),
];

describe('the demo place', () => {
  it('is large enough to look lived in', () => {
    expect(demoPeople).toHaveLength(8);
    expect(demoTopics).toHaveLength(10);
    expect(demoSubjects).toHaveLength(6);
    expect(demoCards).toHaveLength(63);
    for (const subject of demoSubjects) expect(subject.chains, subject.key).toHaveLength(3);
    for (const chain of demoChains) expect(chain.cards.length, chain.key).toBeGreaterThanOrEqual(3);
  });

  it('has every role, and videos and AI cards enough for the landing page', () => {
    const count = (role: string) => demoPeople.filter((person) => person.role === role).length;
    expect([count('kSuperAdmin'), count('kAdmin'), count('kCreator'), count('kRegular')]).toEqual([
      1, 1, 4, 2,
    ]);
    const types = demoCards.map((card) => card.type);
    expect(types.filter((type) => type === 'kVideo').length).toBeGreaterThanOrEqual(4);
    expect(types.filter((type) => type === 'kAIAssisted').length).toBeGreaterThanOrEqual(4);
  });

  it('names all content once', () => {
    for (const list of [demoPeople, demoTopics, demoSubjects, demoChains, demoCards])
      expect(twice(keys(list))).toEqual([]);
    expect(twice(demoCards.map((card) => card.title))).toEqual([]);
    expect(twice(demoPeople.map((person) => person.email))).toEqual([]);
    expect(twice(demoCards.map((card) => String(card.ageHours)))).toEqual([]);
  });

  it('gives the demo people addresses that nobody owns and a password of ten characters or more', () => {
    for (const person of demoPeople) expect(person.email).toMatch(/^[a-z]+@gyan\.example$/);
    expect(demoPassword.length).toBeGreaterThanOrEqual(10);
  });

  it('leaves no reference dangling', () => {
    for (const subject of demoSubjects)
      for (const key of subject.chains) expect(chains.has(key), key).toBe(true);
    for (const chain of demoChains) for (const key of chain.cards) expect(cards.has(key), key).toBe(true);
    for (const comment of demoComments) {
      expect(cards.has(comment.card), comment.card).toBe(true);
      expect(people.has(comment.by)).toBe(true);
    }
    const places = { card: new Set(cards.keys()), chain: new Set(chains.keys()), subject: subjects };
    for (const like of demoLikes) expect(places[like.kind].has(like.key), like.key).toBe(true);
    for (const interest of demoInterests)
      for (const key of interest.topics) expect(topics.has(key), key).toBe(true);
  });

  it('puts every card into a chain, and none twice into the same one', () => {
    const placed = new Set(demoChains.flatMap((chain) => chain.cards));
    expect(keys(demoCards).filter((key) => !placed.has(key))).toEqual([]);
    for (const chain of demoChains) expect(twice(chain.cards), chain.key).toEqual([]);
  });

  it('lets only people who may create own content', () => {
    const creators = new Set(
      demoPeople.filter((person) => person.role !== 'kRegular').map((person) => person.key),
    );
    for (const item of [...demoCards, ...demoChains, ...demoSubjects])
      expect(creators.has(item.owner), item.key).toBe(true);
  });
});

describe('the marks people leave', () => {
  it('come after the card they are left on', () => {
    for (const comment of demoComments) {
      expect(comment.ageHours, comment.text).toBeLessThan(cards.get(comment.card)?.ageHours ?? 0);
    }
  });

  it('count each liker once', () => {
    for (const like of demoLikes) expect(twice(like.by), like.key).toEqual([]);
    expect(twice(demoLikes.map((like) => `${like.kind} ${like.key}`))).toEqual([]);
  });

  it('connect two different people once, and never while a request is open', () => {
    const pair = (a: string, b: string) => [a, b].toSorted().join('+');
    const all = [
      ...demoConnections.map(({ between: [a, b] }) => pair(a, b)),
      ...demoConnectionRequests.map(({ from, to }) => pair(from, to)),
    ];
    expect(twice(all)).toEqual([]);
    for (const both of all) expect(new Set(both.split('+')).size).toBe(2);
  });
});

describe.each(demoCards.map((card) => [card.key, card] as const))('card %s', (_, card) => {
  it('says something in 60 to 140 words', () => {
    expect(words(body(card))).toBeGreaterThanOrEqual(60);
    expect(words(body(card))).toBeLessThanOrEqual(140);
  });

  it('has lowercase tags and an age within sixty days', () => {
    expect(card.tags.length).toBeGreaterThanOrEqual(2);
    for (const tag of card.tags) expect(tag).toMatch(/^[a-z]+$/);
    expect(card.tags.some((tag) => topics.has(tag))).toBe(true);
    expect(card.ageHours).toBeGreaterThan(0);
    expect(card.ageHours).toBeLessThanOrEqual(60 * 24);
  });

  it('uses only simple, balanced HTML, or none', () => {
    if (!('htmlDesc' in card)) {
      expect(card.text).not.toMatch(/<[a-z/]/i);
      return;
    }
    const open: string[] = [];
    for (const [, slash, name = ''] of card.htmlDesc.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/gi)) {
      expect(['p', 'strong', 'em', 'ul', 'ol', 'li', 'blockquote', 'a']).toContain(name);
      if (slash) expect(open.pop()).toBe(name);
      else open.push(name);
    }
    expect(open).toEqual([]);
  });

  it('keeps what its type needs', () => {
    if (card.type === 'kVideo') expect(card.videoId).toMatch(/^[\w-]{11}$/);
    if (card.type === 'kAIAssisted') expect(card.aiPrompt.length).toBeGreaterThan(20);
    expect([...card.title].length).toBeLessThanOrEqual(80);
  });
});

describe('the pictures', () => {
  it('are all different', () => {
    expect(twice(pictures.map((picture) => picture.drawing()))).toEqual([]);
    expect(twice(pictures.map((picture) => picture.alt))).toEqual([]);
  });

  it('are the same each time they are drawn, so that their addresses stay', () => {
    for (const picture of pictures) expect(picture.drawing() === picture.drawing(), picture.key).toBe(true);
  });

  it.each(pictures.map((picture) => [picture.key, picture] as const))(
    '%s is drawn, described and needs no font',
    async (_, picture) => {
      const source = picture.drawing();
      expect(words(picture.alt)).toBeGreaterThanOrEqual(5);
      expect(source).not.toMatch(/<text|<image|href=|NaN|undefined|Infinity/);
      const { width, height } = await sharp(Buffer.from(source)).metadata();
      expect([width, height]).toEqual(picture.size);
      const pixels = await sharp(Buffer.from(source)).resize(96).greyscale().raw().toBuffer();
      expect(new Set(pixels).size, 'shades of grey in a small copy').toBeGreaterThan(24);
    },
  );
});

describe('drawn cards', () => {
  const drawn = demoCards.filter((card): card is DrawnCard => card.type === 'kDrawn');
  const readScene = async (card: DrawnCard) =>
    Scene.parse(JSON.parse(await readFile(sceneFile(card), 'utf8')));

  it('are in three subjects', () => {
    const subjectOf = ({ key }: DrawnCard) =>
      demoSubjects.find((subject) => subject.chains.some((chain) => chains.get(chain)?.cards.includes(key)));
    expect(new Set(drawn.map((card) => subjectOf(card)?.key)).size).toBe(3);
  });

  it.each(drawn.map((card) => [card.scene, card] as const))(
    'have labels where the picture has them, to one per cent: %s',
    async (_, card) => {
      const { items, ratio } = await readScene(card);
      const labels = items.filter((item) => item.type === 'label');
      expect(labels.length).toBeGreaterThanOrEqual(5);
      const { data, info } = await sharp(scenePicture(card).pathname)
        .greyscale()
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect(Math.abs(info.width / info.height - ratio)).toBeLessThan(0.01);
      // A label is white inside its frame, which is looked for from the space beside the text.
      const isDark = (x: number, y: number) => (data[Math.round(y) * info.width + Math.round(x)] ?? 0) < 215;
      const space = info.width * 0.008;
      for (const { text, box } of labels) {
        const [left, right] = [box.x * info.width, (box.x + box.w) * info.width];
        // Above the middle, where the line to the target begins.
        const y = (box.y + box.h * 0.32) * info.height;
        const findDark = (from: number, step: 1 | -1) => {
          let x = from;
          while (x > 0 && x < info.width && !isDark(x, y)) x += step;
          return x;
        };
        const apart = [
          Math.abs(findDark(left + space, -1) - left),
          Math.abs(findDark(right - space, 1) - right),
        ];
        expect(Math.max(...apart) / info.width, text).toBeLessThan(0.0075);
      }
    },
  );
});

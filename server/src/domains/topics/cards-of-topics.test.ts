import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#db/pool.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { makeCard, makeUser } from '#test/factories.ts';
import { brokenInvariants } from '#test/invariants.ts';

let database: TestDatabase;
let db: Database;
let ownerId: number;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  ownerId = await makeUser(db, { role: 'kCreator' });
});
afterAll(() => database.drop());

async function makeTopic(name: string): Promise<number> {
  const [row] = await db.query<{ id: number }>(sql`insert into topics (name) values (${name}) returning id`);
  return row?.id ?? 0;
}
const rename = (id: number, name: string) => db.query(sql`update topics set name = ${name} where id = ${id}`);
async function clear() {
  await db.query(sql`delete from cards`);
  await db.query(sql`delete from topics`);
}

async function topicsOf(cardId: number): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select name from card_topics join topics on topics.id = topic_id where card_id = ${cardId} order by name`);
  return rows.map(({ name }) => name);
}

describe('a card belongs to a topic', () => {
  it.each([
    ['its text names', 'Physics', { text: 'All of physics, in short.' }, true],
    ['its title names', 'Physics', { title: 'PHYSICS: a beginning' }, true],
    ['its tags name', 'Physics', { tags: ['physics'] }, true],
    ['one of its tags names among others', 'Physics', { tags: ['light', 'quantum_physics'] }, true],
    ['it names with an s after it', 'Newton', { text: 'Newton’s apple' }, true],
    ['it names without accents', 'Café culture', { text: 'a CAFE culture' }, true],
    ['it names with letters put together', 'Resume\u0301', { text: 'my r\u00e9sum\u00e9' }, true],
    ['it names in several words', 'Solar System', { text: 'Our solar\nsystem has eight.' }, true],
    ['it names in a tag without space', 'Solar System', { tags: ['solarsystem'] }, true],
    ['it names in a tag with another mark', 'Solar System', { tags: ['solar_system'] }, true],
    ['it names in Devanagari', 'भौतिक विज्ञान', { text: 'यह भौतिक विज्ञान।' }, true],
    ['it names with joiners inside', 'क्षमा', { text: 'वह क्\u200dषमा है' }, true],
    ['it names in Cyrillic', 'Физика', { tags: ['физика'] }, true],
    ['whose sign belongs to its name', 'C++', { text: 'Written in C++.' }, true],
    ['that is part of a word', 'Art', { text: 'A party starts' }, false],
    ['that is part of a word in Devanagari', 'भौतिक', { text: 'भौतिकी' }, false],
    ['whose words are apart', 'Solar System', { text: 'Solar power. A system.', tags: ['system'] }, false],
    ['whose words are in another order', 'Solar System', { text: 'system solar' }, false],
    ['of which it names one word', 'Solar System', { title: 'Solar', text: 'system' }, false],
    ['that sounds like another', 'C', { text: 'C++ and C#' }, false],
    ['without a word in it', '!!!', { text: 'Look!!!' }, false],
  ] as const)('%s', async (_, name, words, belongs) => {
    await clear();
    const before = await makeCard(db, {
      ownerId,
      title: 'Card',
      text: '',
      ...words,
      tags: [...('tags' in words ? words.tags : [])],
    });
    await makeTopic(name);
    const after = await makeCard(db, {
      ownerId,
      title: 'Card',
      text: '',
      ...words,
      tags: [...('tags' in words ? words.tags : [])],
    });
    expect([await topicsOf(before), await topicsOf(after)]).toEqual(belongs ? [[name], [name]] : [[], []]);
  });

  it('while it names it, and no longer than it is there', async () => {
    await clear();
    const [light, sound] = [await makeTopic('Light'), await makeTopic('Sound')];
    const id = await makeCard(db, { ownerId, title: 'Light', text: 'and sound' });
    expect(await topicsOf(id)).toEqual(['Light', 'Sound']);
    await db.query(sql`update cards set text = 'and shadow' where id = ${id}`);
    expect(await topicsOf(id)).toEqual(['Light']);
    await rename(sound, 'Shadow');
    await rename(light, 'Lamps');
    expect(await topicsOf(id)).toEqual(['Shadow']);
    await db.query(sql`update topics set retired_at = now()`);
    await db.query(sql`update cards set tags = '{lamps}' where id = ${id}`);
    expect(await topicsOf(id)).toEqual(['Lamps', 'Shadow']);
    await db.query(sql`delete from cards where id = ${id}`);
    expect(await db.query(sql`select from card_topics`)).toHaveLength(0);
    expect(await db.query(sql`select from card_words`)).toHaveLength(0);
  });

  it('also when both are written at the same moment', async () => {
    await clear();
    await Promise.all(
      Array.from({ length: 12 }, (_, n) => [
        makeTopic(`Moment ${n}`),
        makeCard(db, { ownerId, title: `moment ${n}` }),
        makeCard(db, { ownerId, tags: [`moment_${n}`] }),
      ]).flat(),
    );
    expect(await brokenInvariants(db, ['a score follows its counts'])).toEqual([]);
    expect(await db.query(sql`select from card_topics`)).toHaveLength(24);
  });

  it('while somebody who edits a card waits for somebody who renames a topic', async () => {
    await clear();
    const topic = await makeTopic('Before');
    const card = await makeCard(db, { ownerId, title: 'before' });
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        n % 2
          ? db.transaction(async (tx) => {
              await tx.query(sql`select from cards where id = ${card} for update`);
              await tx.query(sql`update cards set title = ${`round ${n}`} where id = ${card}`);
            })
          : db.transaction(async (tx) => {
              await tx.query(sql`update topics set name = ${`Round ${n + 1}`} where id = ${topic}`);
            }),
      ),
    );
    expect(await brokenInvariants(db, ['a score follows its counts'])).toEqual([]);
  });

  it('with a word longer than an index takes, and with more words than have a place', async () => {
    await clear();
    await makeTopic('Far away');
    await makeTopic('Needle');
    const long = await makeCard(db, {
      ownerId,
      title: 'far away',
      text: `${'x'.repeat(3000)} ${'far away '.repeat(9000)} needle`,
    });
    expect(await topicsOf(long)).toEqual(['Far away', 'Needle']);
  });
});

const words = ['light', 'Lìght', 'solar', 'System', 'solarsystem', 'रेत', 'c++', 'c'] as const;
const gaps = [' ', ', ', '-', '\n', '। ', ' 🎵 '] as const;
const phrase = (maxLength: number) =>
  fc
    .array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(...gaps)), { minLength: 1, maxLength })
    .map((parts) => parts.flat().join(''));
const tag = fc.constantFrom('light', 'solar_system', 'solarsystem', 'रेत', 'c++', 'csharp');

type Step =
  | { kind: 'card'; title: string; text: string; tags: string[] }
  | { kind: 'edit'; at: number; text: string; tags: string[] }
  | { kind: 'delete'; at: number }
  | { kind: 'topic'; name: string }
  | { kind: 'rename'; at: number; name: string };

const tags = fc.uniqueArray(tag, { maxLength: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('card' as const), title: phrase(2), text: phrase(5), tags }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('edit' as const), at: fc.nat(9), text: phrase(5), tags }),
  },
  fc.record({ kind: fc.constant('delete' as const), at: fc.nat(9) }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('topic' as const), name: phrase(2) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('rename' as const), at: fc.nat(4), name: phrase(2) }),
  },
);

/** A simple reference implementation: the words of a text. */
function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  return (plain.replaceAll('c++', 'cplusplus').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) as string[];
}

function names(topic: string, card: { title: string; text: string; tags: string[] }): boolean {
  const wanted = wordsOf(topic);
  const passages = [card.title, card.text, ...card.tags].map((passage) => ` ${wordsOf(passage).join(' ')} `);
  return [wanted.join(' '), wanted.join('')].some((way) =>
    passages.some((passage) => passage.includes(` ${way} `)),
  );
}

it('whatever is written, edited, renamed and deleted, cards belong to the topics they name', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      await clear();
      const cards = new Map<number, { title: string; text: string; tags: string[] }>();
      const topics = new Map<number, string>();
      const pick = <T>(all: Map<number, T>, at: number) => [...all][at % Math.max(all.size, 1)];
      for (const action of steps) {
        if (action.kind === 'card') {
          const { title, text, tags: named } = action;
          cards.set(await makeCard(db, { ownerId, title, text, tags: named }), action);
        } else if (action.kind === 'edit') {
          const [id, card] = pick(cards, action.at) ?? [];
          if (id === undefined || !card) continue;
          await db.query(sql`update cards set text = ${action.text}, tags = ${action.tags} where id = ${id}`);
          cards.set(id, { ...card, text: action.text, tags: action.tags });
        } else if (action.kind === 'delete') {
          const [id] = pick(cards, action.at) ?? [];
          if (id === undefined) continue;
          await db.query(sql`delete from cards where id = ${id}`);
          cards.delete(id);
        } else if (action.kind === 'topic') {
          const id = await makeTopic(action.name).catch(() => undefined);
          if (id !== undefined) topics.set(id, action.name);
        } else {
          const [id] = pick(topics, action.at) ?? [];
          const done =
            id !== undefined &&
            (await rename(id, action.name).then(
              () => true,
              () => false,
            ));
          if (id !== undefined && done) topics.set(id, action.name);
        }
      }
      const kept = await db.query<{ topic_id: number; card_id: number }>(
        sql`select topic_id, card_id from card_topics`,
      );
      const expected = [...topics].flatMap(([topicId, name]) =>
        [...cards].filter(([, card]) => names(name, card)).map(([cardId]) => `${topicId} ${cardId}`),
      );
      expect(kept.map((row) => `${row.topic_id} ${row.card_id}`).toSorted()).toEqual(expected.toSorted());
    }),
    { numRuns: 40 },
  );
});

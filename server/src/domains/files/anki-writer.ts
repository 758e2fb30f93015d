import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import {
  type CardField,
  cardFields,
  noteTypeIds,
  noteTypesJson,
  occlusionFields,
} from './anki-note-types.ts';

/** A part of a picture that can be hidden; the box is in shares of the picture. */
export interface Region {
  id: string;
  text: string;
  box: { x: number; y: number; w: number; h: number };
}

export interface AnkiNote {
  guid: string;
  /** Milliseconds; ids of notes are times. */
  createdAt: number;
  changedAt: number;
  deckId: number;
  fields: Record<CardField, string>;
  tags: string[];
  regions: readonly Region[];
  memory: AnkiMemory | null;
  reviews: { at: number; grade: number; ms: number }[];
}

export interface AnkiMemory {
  /** 1 learning, 2 review, 3 relearning, as FSRS and Anki count. */
  phase: number;
  stability: number;
  difficulty: number;
  dueAt: number;
  intervalDays: number;
  reps: number;
  lapses: number;
  isAside: boolean;
}

export interface AnkiCollection {
  decks: { id: number; name: string; desc: string }[];
  notes: AnkiNote[];
  now: number;
  /** The recall at which cards are due. */
  retention: number;
}

const daySeconds = 86_400;
const separator = '\u001f';

const schema = `
  create table col (id integer primary key, crt integer not null, mod integer not null, scm integer not null,
    ver integer not null, dty integer not null, usn integer not null, ls integer not null, conf text not null,
    models text not null, decks text not null, dconf text not null, tags text not null);
  create table notes (id integer primary key, guid text not null, mid integer not null, mod integer not null,
    usn integer not null, tags text not null, flds text not null, sfld integer not null, csum integer not null,
    flags integer not null, data text not null);
  create table cards (id integer primary key, nid integer not null, did integer not null, ord integer not null,
    mod integer not null, usn integer not null, type integer not null, queue integer not null, due integer not null,
    ivl integer not null, factor integer not null, reps integer not null, lapses integer not null,
    left integer not null, odue integer not null, odid integer not null, flags integer not null, data text not null);
  create table revlog (id integer primary key, cid integer not null, usn integer not null, ease integer not null,
    ivl integer not null, lastIvl integer not null, factor integer not null, time integer not null,
    type integer not null);
  create table graves (usn integer not null, oid integer not null, type integer not null);
  create index ix_notes_usn on notes (usn);
  create index ix_cards_usn on cards (usn);
  create index ix_revlog_usn on revlog (usn);
  create index ix_cards_nid on cards (nid);
  create index ix_cards_sched on cards (did, queue, due);
  create index ix_revlog_cid on revlog (cid);
  create index ix_notes_csum on notes (csum);`;

/** The bytes of a collection of schema 11, which every version of Anki since 2.1 imports. */
export function writeCollection(collection: AnkiCollection): Uint8Array {
  const db = new DatabaseSync(':memory:');
  try {
    db.exec(schema);
    db.exec('begin');
    const crt = firstDay(collection);
    writeHead(db, collection, crt);
    writeNotes(db, collection, crt);
    db.exec('commit');
    return db.serialize();
  } finally {
    db.close();
  }
}

/** The day from which Anki counts due days, in seconds: not later than the first due date. */
function firstDay({ notes, now }: AnkiCollection): number {
  const first = notes.reduce((least, { memory }) => Math.min(least, memory?.dueAt ?? now), now);
  return Math.floor(first / 1000 / daySeconds) * daySeconds;
}

function writeHead(db: DatabaseSync, { decks, notes, now }: AnkiCollection, crt: number): void {
  const seconds = Math.floor(now / 1000);
  const [root] = decks;
  const used = notes.some(({ regions }) => regions.length > 0)
    ? [noteTypeIds.card, noteTypeIds.occlusion]
    : [noteTypeIds.card];
  const conf = {
    nextPos: notes.length + 1,
    schedVer: 2,
    sched2021: true,
    activeDecks: [1],
    curDeck: 1,
    curModel: noteTypeIds.card,
    newSpread: 0,
    collapseTime: 1200,
    timeLim: 0,
    estTimes: true,
    dueCounts: true,
    sortType: 'noteFld',
    sortBackwards: false,
    addToCur: true,
    dayLearnFirst: false,
  };
  const allDecks = [{ id: 1, name: 'Default', desc: '' }, ...decks].map(({ id, name, desc }) => [
    id,
    {
      id,
      name,
      desc,
      mod: seconds,
      usn: -1,
      conf: 1,
      dyn: 0,
      collapsed: false,
      browserCollapsed: false,
      extendNew: 0,
      extendRev: 0,
      newToday: [0, 0],
      revToday: [0, 0],
      lrnToday: [0, 0],
      timeToday: [0, 0],
    },
  ]);
  db.prepare('insert into col values (1, ?, ?, ?, 11, 0, 0, 0, ?, ?, ?, ?, ?)').run(
    crt,
    now,
    now,
    JSON.stringify(conf),
    noteTypesJson(root?.id ?? 1, used),
    JSON.stringify(Object.fromEntries(allDecks)),
    JSON.stringify(deckOptions),
    '{}',
  );
}

const deckOptions = {
  1: {
    id: 1,
    name: 'Default',
    mod: 0,
    usn: 0,
    maxTaken: 60,
    autoplay: true,
    timer: 0,
    replayq: true,
    dyn: false,
    new: {
      bury: false,
      delays: [1, 10],
      initialFactor: 2500,
      ints: [1, 4, 0],
      order: 1,
      perDay: 20,
      separate: true,
    },
    rev: { bury: false, ease4: 1.3, ivlFct: 1, maxIvl: 36500, perDay: 200, hardFactor: 1.2, fuzz: 0.05 },
    lapse: { delays: [10], leechAction: 1, leechFails: 8, minInt: 1, mult: 0 },
  },
};

interface NewNote {
  typeId: number;
  guid: string;
  fields: readonly string[];
  cardCount: number;
  memory: AnkiMemory | null;
}

function writeNotes(db: DatabaseSync, { notes, retention }: AnkiCollection, crt: number): void {
  const insertNote = db.prepare("insert into notes values (?, ?, ?, ?, -1, ?, ?, ?, ?, 0, '')");
  const insertCard = db.prepare(
    'insert into cards values (?, ?, ?, ?, ?, -1, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, 0, ?)',
  );
  const insertReview = db.prepare('insert into revlog values (?, ?, -1, ?, 0, 0, 2500, ?, ?)');
  const nextId = increasingNumbers();
  const nextCardId = increasingNumbers();
  const reviewId = freeNumbers();

  /** Writes a note and its cards; returns the id of the last card. */
  const write = (note: AnkiNote, position: number, written: NewNote): number => {
    const { typeId, guid, fields, cardCount, memory } = written;
    const id = nextId(note.createdAt);
    const changed = Math.floor(note.changedAt / 1000);
    const tags = note.tags.length > 0 ? ` ${note.tags.join(' ')} ` : '';
    const first = fields[0] ?? '';
    insertNote.run(id, guid, typeId, changed, tags, fields.join(separator), first, checksum(first));
    const scheduled = schedule(memory, position, crt, retention);
    let cardId = 0;
    for (let ord = 0; ord < cardCount; ord += 1) {
      cardId = nextCardId(note.createdAt);
      insertCard.run(cardId, id, note.deckId, ord, changed, ...scheduled);
    }
    return cardId;
  };

  for (const [index, note] of notes.entries()) {
    const { guid, memory, regions, reviews } = note;
    const fields = cardFields.map((name) => note.fields[name]);
    const cardId = write(note, index + 1, { typeId: noteTypeIds.card, guid, fields, cardCount: 1, memory });
    for (const [position, { at, grade, ms }] of reviews.entries()) {
      insertReview.run(reviewId(at), cardId, grade, Math.min(ms, 60_000), position === 0 ? 0 : 1);
    }
    if (regions.length > 0) {
      write(note, index + 1, {
        typeId: noteTypeIds.occlusion,
        guid: occlusionGuid(guid),
        fields: occlusionNote(note),
        cardCount: regions.length,
        memory: null,
      });
    }
  }
}

const occlusionGuid = (guid: string) => `${guid}-io`;

/** The fields of a note of Anki's image occlusion: one cloze, and so one card, per region. */
export function occlusionNote({ fields, regions }: Pick<AnkiNote, 'fields' | 'regions'>): string[] {
  const share = (value: number) => value.toFixed(4).replace(/^0(?=\.)/, '');
  const shapes = regions.map(({ box: { x, y, w, h } }, index) => {
    const rect = `left=${share(x)}:top=${share(y)}:width=${share(w)}:height=${share(h)}`;
    return `{{c${index + 1}::image-occlusion:rect:${rect}:oi=1}}`;
  });
  const values: Record<(typeof occlusionFields)[number], string> = {
    Occlusion: shapes.join('<br>'),
    Image: fields.Picture,
    Header: fields.Title,
    'Back Extra': `${regions.map(({ text }) => text).join(', ')}<br>${fields.Author} · ${fields.License}`,
    Comments: fields.Link,
  };
  return occlusionFields.map((name) => values[name]);
}

/** The columns from `type` to `lapses`, and `data`. */
function schedule(
  memory: AnkiMemory | null,
  position: number,
  crt: number,
  retention: number,
): (number | string)[] {
  if (!memory) return [0, 0, position, 0, 0, 0, 0, '{}'];
  const { phase, dueAt, intervalDays, reps, lapses, stability, difficulty, isAside } = memory;
  const seconds = Math.floor(dueAt / 1000);
  const isReview = phase === 2;
  const queue = isAside ? -1 : isReview ? 2 : 1;
  const due = isReview ? Math.floor((seconds - crt) / daySeconds) : seconds;
  const interval = Math.max(isReview ? 1 : 0, Math.round(intervalDays));
  const data = {
    s: Math.round(stability * 10_000) / 10_000,
    d: Math.round(difficulty * 1000) / 1000,
    dr: retention,
  };
  return [phase, queue, due, interval, 2500, reps, lapses, JSON.stringify(data)];
}

/** Anki's checksum of the first field, by which it finds duplicates. */
function checksum(field: string): number {
  const text = field.replace(/<[^<>]*>/g, '');
  return Number.parseInt(createHash('sha1').update(text).digest('hex').slice(0, 8), 16);
}

/** The wanted number, or the first that is greater than all before: ids keep the order of the notes. */
function increasingNumbers(): (wanted: number) => number {
  let last = 0;
  return (wanted) => {
    last = Math.max(Math.floor(wanted), last + 1);
    return last;
  };
}

/** The wanted number, or the next that is free. */
function freeNumbers(): (wanted: number) => number {
  const taken = new Set<number>();
  return (wanted) => {
    let id = Math.floor(wanted);
    while (taken.has(id)) id += 1;
    taken.add(id);
    return id;
  };
}

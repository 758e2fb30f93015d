import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { importLimits } from '@gyan/contract/files.ts';
import { FileRefusal } from './refusal.ts';

export interface AnkiNoteRow {
  id: number;
  guid: string;
  noteTypeId: number;
  tags: string[];
  fields: string[];
}

export interface AnkiReviewRow {
  id: number;
  noteId: number;
  ease: number;
  ms: number;
}

export interface AnkiNoteType {
  name: string;
  isCloze: boolean;
  fields: string[];
}

type Row = Record<string, SQLOutputValue>;

const wrongSchema = (cause?: unknown) =>
  new FileRefusal(
    'This package has no collection that can be read. Please export it again with a current Anki.',
    'invalid_input',
    cause,
  );

const separator = '\u001f';

/** Reads a collection of Anki: schema 11, or the newer ones that have tables of note types and decks. */
export class AnkiCollectionReader {
  readonly #db: DatabaseSync;
  readonly noteTypes: Map<number, AnkiNoteType>;
  /** The notes in the order of their decks, then of their positions. */
  readonly noteIds: number[];
  readonly deckNames: string[];

  constructor(path: string) {
    try {
      this.#db = new DatabaseSync(path, { readOnly: true, defensive: true, allowExtension: false });
    } catch (error) {
      throw wrongSchema(error);
    }
    try {
      // A hostile schema could have views or triggers under these names.
      const rows = this.#all("select name from sqlite_schema where type = 'table'");
      const tables = new Set(rows.map(({ name }) => name));
      for (const table of ['col', 'notes', 'cards', 'revlog']) if (!tables.has(table)) throw wrongSchema();
      this.noteTypes = tables.has('notetypes') ? this.#readNoteTypes() : this.#readModels();
      const decks = tables.has('decks') ? this.#readDecks() : this.#readDeckJson();
      const placed = this.#readOrder(decks);
      this.noteIds = placed.map(({ noteId }) => noteId);
      this.deckNames = [...new Set(placed.map(({ deck }) => deck))];
    } catch (error) {
      this.#db.close();
      throw error instanceof FileRefusal ? error : wrongSchema(error);
    }
  }

  notes(ids: readonly number[]): AnkiNoteRow[] {
    const rows = this.#all(
      'select id, guid, mid, tags, flds from notes where id in (select value from json_each(?))',
      JSON.stringify(ids),
    );
    const byId = new Map(rows.map((row) => [Number(row.id), row]));
    return ids.flatMap((id) => {
      const row = byId.get(id);
      if (!row) return [];
      return {
        id,
        guid: text(row.guid),
        noteTypeId: Number(row.mid),
        tags: text(row.tags).split(' ').filter(Boolean),
        fields: text(row.flds).split(separator),
      };
    });
  }

  /** The answers to the first card of each of these notes, oldest first. Changes by hand and cramming are left out. */
  reviews(noteIds: readonly number[]): AnkiReviewRow[] {
    return this.#all(
      `select revlog.id, cards.nid, revlog.ease, revlog.time
       from cards join revlog on revlog.cid = cards.id
       where cards.nid in (select value from json_each(?)) and revlog.ease between 1 and 4
         and revlog.type < 4 and (revlog.type <> 3 or revlog.factor <> 0)
         and cards.ord = (select min(ord) from cards as first where first.nid = cards.nid)
       order by revlog.id`,
      JSON.stringify(noteIds),
    ).map(({ id, nid, ease, time }) => ({
      id: Number(id),
      noteId: Number(nid),
      ease: Number(ease),
      ms: Number(time),
    }));
  }

  close(): void {
    this.#db.close();
  }

  #all(sql: string, ...values: string[]): Row[] {
    try {
      return this.#db.prepare(sql).all(...values);
    } catch (error) {
      throw wrongSchema(error);
    }
  }

  #readModels(): Map<number, AnkiNoteType> {
    const models = this.#json('models');
    return new Map(
      Object.entries(models).map(([id, model]) => {
        const { type, flds } = (model ?? {}) as { type?: unknown; flds?: unknown };
        if (!Array.isArray(flds)) throw wrongSchema();
        const fields = flds.map(nameOf);
        return [Number(id), { name: nameOf(model), isCloze: type === 1, fields }];
      }),
    );
  }

  // Names are compared with a collation of Anki's own there: no statement may sort or filter by them, and each reads a
  // column that no index has, so that SQLite does not use an index with that collation.
  #readNoteTypes(): Map<number, AnkiNoteType> {
    const fields = this.#all('select ntid, ord, name, config from fields').toSorted(
      (one, other) => Number(one.ord) - Number(other.ord),
    );
    return new Map(
      this.#all('select id, name, config from notetypes').map(({ id, name, config }) => [
        Number(id),
        {
          name: text(name),
          // Field 1 of the configuration is the kind, left out if it is 0.
          isCloze: config instanceof Uint8Array && config[0] === 0x08 && config[1] === 1,
          fields: fields.filter(({ ntid }) => ntid === id).map((field) => text(field.name)),
        },
      ]),
    );
  }

  #readDecks(): Map<number, string> {
    const rows = this.#all('select id, name, kind from decks');
    return new Map(rows.map(({ id, name }) => [Number(id), text(name).replaceAll(separator, '::')]));
  }

  #readDeckJson(): Map<number, string> {
    return new Map(Object.entries(this.#json('decks')).map(([id, deck]) => [Number(id), nameOf(deck)]));
  }

  #json(column: 'models' | 'decks'): Record<string, unknown> {
    const [row] = this.#all(`select ${column} as json from col`);
    try {
      const value: unknown = JSON.parse(text(row?.json));
      if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
    } catch (error) {
      throw wrongSchema(error);
    }
    throw wrongSchema();
  }

  #readOrder(decks: Map<number, string>): { noteId: number; deck: string }[] {
    const rows = this.#all(
      `select nid, did from cards
       where ord = (select min(ord) from cards as first where first.nid = cards.nid)
         and nid in (select id from notes)
       group by nid limit ${importLimits.cards + 1}`,
    );
    if (rows.length > importLimits.cards) {
      throw new FileRefusal(
        `A package can have at most ${importLimits.cards.toLocaleString('en')} notes.`,
        'too_large',
      );
    }
    return rows
      .map(({ nid, did }) => ({
        noteId: Number(nid),
        deck: decks.get(Number(did)) ?? '',
      }))
      .toSorted((one, other) => compareText(one.deck, other.deck) || one.noteId - other.noteId);
  }
}

const compareText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

function text(value: SQLOutputValue | undefined): string {
  return typeof value === 'string' ? value : value === null || value === undefined ? '' : String(value);
}

/** The name of a note type, field or deck in JSON. */
function nameOf(value: unknown): string {
  const { name } = (value ?? {}) as { name?: unknown };
  return typeof name === 'string' ? name : '';
}

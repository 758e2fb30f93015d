import type { ParsedQuery } from '@gyan/contract/calls.ts';
import type { Db } from '#db/pool.ts';
import { found } from '#domains/collections/actions.ts';
import { chains, subjects } from '#domains/collections/collection.ts';
import { photoFiles, storageKey } from '#domains/media/files.ts';
import type { Storage } from '#domains/storage/storage.ts';
import { invalidField } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import type { ZipFile } from '#lib/zip.ts';
import { openGuids } from './guids.ts';
import {
  type FileCardRow,
  findReadable,
  findReadableCard,
  listReadableCards,
  listReadableChapters,
} from './queries.ts';

export interface ExportedCard extends FileCardRow {
  guid: string;
  /** The name of its picture in a file. */
  picture: string | null;
  /** Its page. */
  link: string;
}

export interface ExportedChain {
  id: number;
  title: string;
  desc: string | null;
  cards: ExportedCard[];
}

/** A chain, or a subject with its chains, as its reader sees it. */
export interface Exported {
  kind: 'chain' | 'subject';
  id: number;
  title: string;
  desc: string | null;
  /** Its page. */
  link: string;
  photoId: number | null;
  chains: ExportedChain[];
}

export async function readExported(
  deps: { db: Db; publicUrl: string },
  viewer: Viewer,
  { chapterId, subjectId }: Pick<ParsedQuery<'GET /r/export_file'>, 'chapterId' | 'subjectId'>,
): Promise<Exported> {
  const { db, publicUrl } = deps;
  const id = chapterId ?? subjectId;
  if (id === undefined || (chapterId !== undefined && subjectId !== undefined)) {
    throw invalidField('chapterId', 'Either chapterId or subjectId needs to be specified');
  }
  const collection = chapterId === undefined ? subjects : chains;
  const { title, desc, ...row } = found(collection.kind, await findReadable(db, viewer, collection, id));
  const rows = collection === chains ? [{ ...row, title, desc }] : await listReadableChapters(db, viewer, id);
  const cards = await listReadableCards(
    db,
    viewer,
    rows.map((chain) => chain.id),
  );
  const toCard = await exportedCards(deps);
  const byChain = Map.groupBy(cards, ({ chainId }) => chainId);
  const path = collection === chains ? 'ch' : 'sub';
  return {
    kind: collection.kind,
    id,
    title,
    desc,
    link: `${publicUrl}/${path}/${id}`,
    photoId: row.photoId,
    chains: rows.map((chain) => ({
      id: chain.id,
      title: chain.title,
      desc: chain.desc,
      cards: (byChain.get(chain.id) ?? []).map(toCard),
    })),
  };
}

/** One card, as if it were a chain of its own. */
export async function readExportedCard(
  deps: { db: Db; publicUrl: string },
  viewer: Viewer,
  key: string,
): Promise<Exported> {
  const row = found('card', await findReadableCard(deps.db, viewer, key));
  const card = (await exportedCards(deps))(row);
  const { id, title, link } = card;
  return {
    kind: 'chain',
    id,
    title,
    desc: null,
    link,
    photoId: null,
    chains: [{ id, title, desc: null, cards: [card] }],
  };
}

async function exportedCards({ db, publicUrl }: { db: Db; publicUrl: string }) {
  const guids = await openGuids(db);
  return (card: FileCardRow): ExportedCard => ({
    ...card,
    guid: guids.of(card.id),
    picture: card.photoKey === null ? null : `${card.photoKey}.${pictureEnding}`,
    link: `${publicUrl}/pd/${card.urlText}`,
  });
}

const pictureEnding = photoFiles.lg.name.split('.')[1] ?? '';

/** The pictures of all cards, each once. A picture that the storage has lost is left out. */
export async function* pictureFiles(
  storage: Storage,
  exported: Exported,
  nameOf: (picture: string) => string,
): AsyncGenerator<ZipFile> {
  const keys = new Map<string, string>();
  for (const { photoKey, picture } of exported.chains.flatMap(({ cards }) => cards)) {
    if (photoKey !== null && picture !== null) keys.set(picture, photoKey);
  }
  for (const [picture, key] of keys) {
    const bytes = await storage.get(storageKey(key, 'lg'));
    if (bytes) yield { name: nameOf(picture), packed: true, content: [bytes] };
  }
}

export const textFile = (name: string, text: string): ZipFile => ({ name, content: [Buffer.from(text)] });

/** A short name for a file, from a title of any script. */
export function fileName(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return Array.from(words.join('-')).slice(0, 60).join('') || 'untitled';
}

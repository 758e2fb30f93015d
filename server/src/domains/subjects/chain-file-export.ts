import { Readable } from 'node:stream';
import type { ChainFile } from '@gyan/contract/chain-file.ts';
import type { FastifyReply } from 'fastify';
import type { Db } from '#db/pool.ts';
import { mapTexts } from '#domains/cards/columns.ts';
import { checkManaged } from '#domains/collections/actions.ts';
import { chains, subjects } from '#domains/collections/collection.ts';
import { type CollectionRow, findCollection } from '#domains/collections/write-queries.ts';
import { storageKey } from '#domains/media/files.ts';
import type { Storage } from '#domains/storage/storage.ts';
import type { Viewer } from '#http/viewer.ts';
import { type ZipFile, zip } from '#lib/zip.ts';
import { type CardInChain, findPhotoKey, listCardsIn, listChapters } from './chain-file-queries.ts';
import { pictureName } from './loaded-pictures.ts';

/** A chain file, its file name, and the keys of its pictures. */
export interface ExportedFile {
  name: string;
  file: ChainFile;
  pictureKeys: Set<string>;
}

export async function exportChain(db: Db, viewer: Viewer, id: number): Promise<ExportedFile> {
  const chain = checkManaged(chains, viewer, await findCollection(db, chains, id), 'export');
  const pictureKeys = new Set<string>();
  const fileChains = await chainsOf(db, viewer, [chain], {}, pictureKeys);
  return { name: chain.title, file: { version: 1, chains: fileChains }, pictureKeys };
}

export async function exportSubject(db: Db, viewer: Viewer, id: number): Promise<ExportedFile> {
  const subject = checkManaged(subjects, viewer, await findCollection(db, subjects, id));
  const key = subject.photoId === null ? undefined : await findPhotoKey(db, subject.photoId);
  const pictureKeys = new Set(key === undefined ? [] : [key]);
  const chapters = await listChapters(db, viewer, id);
  const fileChains = await chainsOf(db, viewer, chapters, { subject: subject.title }, pictureKeys);
  const described = {
    title: subject.title,
    ...withoutNulls({ desc: subject.desc, photo: key === undefined ? null : pictureName(key) }),
  };
  return {
    name: subject.title,
    file: { version: 1, subjects: [described], chains: fileChains },
    pictureKeys,
  };
}

async function chainsOf(
  db: Db,
  viewer: Viewer,
  rows: readonly CollectionRow[],
  more: { subject?: string },
  pictureKeys: Set<string>,
): Promise<ChainFile['chains']> {
  const ids = rows.map(({ id }) => id);
  const shown = (await listCardsIn(db, viewer, ids)).filter(({ isShown }) => isShown);
  const cards = Map.groupBy(shown, ({ chainId }) => chainId);
  return rows.map((chain) => ({
    title: chain.title,
    ...withoutNulls({ desc: chain.desc }),
    ...more,
    cards: (cards.get(chain.id) ?? []).map((card) => {
      if (card.photoKey !== null) pictureKeys.add(card.photoKey);
      return fileCard(card);
    }),
  }));
}

function fileCard(card: CardInChain): ChainFile['chains'][number]['cards'][number] {
  const texts = mapTexts((name, { inFile }) => [inFile, card[name]] as const);
  return {
    title: card.title,
    ...(card.htmlDesc === null ? withoutNulls({ text: card.text || null }) : { htmlDesc: card.htmlDesc }),
    ...(card.tags.length > 0 ? { tags: card.tags } : {}),
    ...withoutNulls({
      videoUrl: card.videoId === null ? null : `https://www.youtube.com/watch?v=${card.videoId}`,
      photo: card.photoKey === null ? null : pictureName(card.photoKey),
    }),
    ...withoutNulls(Object.fromEntries(Object.values(texts))),
    license: card.license,
  };
}

function withoutNulls<Name extends string>(
  members: Record<Name, string | null>,
): Partial<Record<Name, string>> {
  const entries = Object.entries<string | null>(members).filter(([, value]) => value !== null);
  return Object.fromEntries(entries) as Partial<Record<Name, string>>;
}

/** Sends a download: JSON, or a zip of it and its pictures. */
export function sendExport(
  storage: Storage,
  reply: FastifyReply,
  exported: ExportedFile,
  { pictures }: { pictures: boolean },
): ChainFile | Readable {
  const name = plainName(exported.name);
  const ending = pictures ? 'zip' : 'json';
  reply.header('content-disposition', `attachment; filename="${name}.${ending}"`);
  if (!pictures) return exported.file;
  reply.type('application/zip');
  return Readable.from(zip(files(storage, name, exported)), { objectMode: false });
}

/** A file name for a header, which must be ASCII. */
function plainName(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ['chains'];
  return words.join('-').slice(0, 60);
}

async function* files(
  storage: Storage,
  name: string,
  { file, pictureKeys }: ExportedFile,
): AsyncGenerator<ZipFile> {
  yield { name: `${name}.json`, content: [Buffer.from(`${JSON.stringify(file, undefined, 2)}\n`)] };
  for (const key of pictureKeys) {
    const bytes = await storage.get(storageKey(key, 'lg'));
    if (bytes) yield { name: pictureName(key), packed: true, content: [bytes] };
  }
}

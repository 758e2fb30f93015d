import type { ExportRow } from '#db/export.ts';
import type { Db } from '#db/pool.ts';
import { exportCreatorRequest } from '#domains/admin/creator-request-queries.ts';
import { exportIdentities, exportSessions } from '#domains/auth/export.ts';
import { exportSignIns } from '#domains/auth/sign-in-audit.ts';
import { exportCards, exportRevisions, exportScenes } from '#domains/cards/export.ts';
import { chains, subjects } from '#domains/collections/collection.ts';
import { exportCollections, exportSaved } from '#domains/collections/export.ts';
import { exportComments } from '#domains/comments/export.ts';
import { exportBlocks, exportConnections, exportMutes, exportRequests } from '#domains/connections/export.ts';
import { exportBrowsers, exportEmailChange, exportFactors } from '#domains/factors/export.ts';
import { exportFeedback } from '#domains/feedback/queries.ts';
import { exportImported } from '#domains/files/queries.ts';
import { exportContacts } from '#domains/invitations/contact-queries.ts';
import {
  exportMemories,
  exportPlaces,
  exportPrompts,
  exportReadings,
  exportReviews,
  exportStudies,
} from '#domains/learning/export.ts';
import { getSettings } from '#domains/learning/settings.ts';
import { exportLikes } from '#domains/likes/export.ts';
import { photoFiles, storageKey } from '#domains/media/files.ts';
import { exportReports, exportStatements } from '#domains/moderation/export.ts';
import {
  exportDigests,
  exportFollows,
  exportNotices,
  exportPushSubscriptions,
} from '#domains/notices/export.ts';
import { getNoticeSettings } from '#domains/notices/settings.ts';
import { exportSavedItems, exportSavedLists } from '#domains/saved/export.ts';
import type { Storage } from '#domains/storage/storage.ts';
import { exportDecisions, exportSuggestions } from '#domains/suggestions/export.ts';
import { exportTokens } from '#domains/tokens/export.ts';
import { exportTopics } from '#domains/topics/export.ts';
import { exportProfile } from '#domains/users/export.ts';
import { type ZipFile, zip } from '#lib/zip.ts';

type ExportPage = (db: Db, userId: number, afterId: number) => Promise<ExportRow[]>;

/** The lists of the account export, by file name. */
const lists: Record<string, ExportPage> = {
  'sessions.json': exportSessions,
  'sign-ins.json': exportSignIns,
  'tokens.json': exportTokens,
  'second-factors.json': exportFactors,
  'browsers.json': exportBrowsers,
  'cards.json': exportCards,
  'revisions.json': exportRevisions,
  'scenes.json': exportScenes,
  'questions.json': exportPrompts,
  'imported-notes.json': exportImported,
  'chains.json': exportCollections(chains),
  'subjects.json': exportCollections(subjects),
  'kept-chains.json': exportSaved(chains),
  'kept-subjects.json': exportSaved(subjects),
  'saved.json': exportSavedItems,
  'saved-lists.json': exportSavedLists,
  'comments.json': exportComments,
  'suggestions.json': exportSuggestions,
  'decisions.json': exportDecisions,
  'liked-cards.json': exportLikes('card'),
  'liked-chains.json': exportLikes('chain'),
  'liked-subjects.json': exportLikes('subject'),
  'read-cards.json': exportReadings,
  'places.json': exportPlaces,
  'studies.json': exportStudies,
  'memories.json': exportMemories,
  'reviews.json': exportReviews,
  'topics.json': exportTopics,
  'connections.json': exportConnections,
  'requests.json': exportRequests,
  'blocks.json': exportBlocks,
  'mutes.json': exportMutes,
  'follows.json': exportFollows,
  'notices.json': exportNotices,
  'digests.json': exportDigests,
  'push-subscriptions.json': exportPushSubscriptions,
  'contacts.json': exportContacts,
  'feedback.json': exportFeedback,
  'reports.json': exportReports,
  'statements.json': exportStatements,
};

const readMe = `Everything Gyan keeps about you.

account.json         who you are, how you sign in, how you learn, what you want to be told, and your request to create,
                     if you made one
sessions.json        where you are signed in
sign-ins.json        sign-ins to your account of the last ninety days, and attempts that failed
tokens.json          your API tokens, without their secrets
second-factors.json  your passkeys and authenticator apps, without their secrets
browsers.json        since when each browser you signed in with is known
cards.json           your cards
revisions.json       your cards as they were before each edit of the last year
scenes.json          the drawings and labels in the pictures of your cards; "sceneId" in the files above is their id
questions.json       the questions on your cards
imported-notes.json  which notes of files you imported became which cards
chains.json          your chains, with the cards in them in order
subjects.json        your subjects, with the chains in them in order
kept-chains.json     which chains are in your list, and where
kept-subjects.json   which subjects are in your list, and where
saved.json           which cards, chains and subjects you saved, and in which of your lists
saved-lists.json     your lists of saved things
comments.json        what you wrote below cards
suggestions.json     the changes you suggested to cards of others
decisions.json       the suggestions of others that you accepted or declined, with your answers
liked-cards.json     which cards you like
liked-chains.json    which chains you like
liked-subjects.json  which subjects you like
read-cards.json      which cards you opened
places.json          the card you opened last in each chain and subject
studies.json         what you put into your review queue
memories.json        what the scheduler keeps about each card you reviewed
reviews.json         every review, also those undone
topics.json          which topics you follow, with their place in your order
connections.json     whom you are connected to
requests.json        who asked you and whom you asked, while it waits
blocks.json          whom you have blocked
mutes.json           whom you have muted
follows.json         which chains, subjects, people and topics you get notices of
notices.json         what you were told; what you have read is kept for ninety days
digests.json         when you were told by e-mail what you had not read, in the last year
push-subscriptions.json
                     which browsers get push messages
contacts.json        the contacts you imported
feedback.json        what was written to us under your address
reports.json         what you reported
statements.json      decisions of admins about you and your things, with their reasons and your appeals
pictures/            every picture of yours in its largest size; "picture" in the files above is its name
`;

/** Streams a zip of all data of a user. */
export function exportAccount(
  deps: { db: Db; storage: Storage },
  userId: number,
): AsyncGenerator<Uint8Array> {
  return zip(files(deps, userId));
}

async function* files(
  { db, storage }: { db: Db; storage: Storage },
  userId: number,
): AsyncGenerator<ZipFile> {
  const pictures = new Set<string>();
  const { profile, photoKey } = await exportProfile(db, userId);
  if (photoKey) pictures.add(photoKey);
  const account = {
    ...profile,
    identities: await exportIdentities(db, userId),
    emailChange: (await exportEmailChange(db, userId)) ?? null,
    learning: await getSettings(db, userId),
    notices: await getNoticeSettings(db, userId),
    creatorRequest: (await exportCreatorRequest(db, userId)) ?? null,
  };
  yield { name: 'README.txt', content: [Buffer.from(readMe)] };
  yield { name: 'account.json', content: [Buffer.from(`${JSON.stringify(account, undefined, 2)}\n`)] };
  for (const [name, list] of Object.entries(lists)) {
    yield { name, content: jsonArray((afterId) => list(db, userId, afterId), pictures) };
  }
  for (const key of pictures) {
    const bytes = await storage.get(storageKey(key, 'lg'));
    if (bytes) yield { name: `pictures/${key}.${extension}`, packed: true, content: [bytes] };
  }
}

const [, extension] = photoFiles.lg.name.split('.');

/** Reads page by page, so that memory use does not depend on the size of the list. */
async function* jsonArray(
  readPage: (afterId: number) => Promise<ExportRow[]>,
  pictures: Set<string>,
): AsyncGenerator<Uint8Array> {
  let before = '[\n';
  let afterId = 0;
  for (;;) {
    const rows = await readPage(afterId);
    for (const { id, item, photoKey } of rows) {
      yield Buffer.from(before + item);
      before = ',\n';
      afterId = id;
      if (photoKey) pictures.add(photoKey);
    }
    if (rows.length === 0) break;
  }
  yield Buffer.from(before === '[\n' ? '[]\n' : '\n]\n');
}

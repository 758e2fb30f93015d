import type { LinkState } from '@gyan/contract/links.ts';
import type { Database, Db, Transaction, TransactionalDb } from '#db/pool.ts';
import { enqueuePhotoDeletion, type PreparedPhoto, preparePhoto, savePhoto } from '#domains/media/actions.ts';
import { openPhoto } from '#domains/media/base64.ts';
import type { Storage } from '#domains/storage/storage.ts';
import { recordAudit } from '#domains/users/audit.ts';
import { putInListOf, takeFromListOf } from '#domains/users/lists.ts';
import type { ReceivedBody } from '#http/bodies.ts';
import { ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import {
  chosenTopics,
  findTopic,
  findTopicByName,
  getTopicAnswer,
  hasChosen,
  insertTopic,
  lockTopics,
  type TopicRow,
  updateTopic,
} from './queries.ts';

export interface TopicDeps {
  db: Database;
  storage: Storage;
}

export interface PreparedTopic {
  name: string;
  picture: PreparedPhoto;
}

/** Checks the name before the picture is decoded; `createTopic` checks it again under a lock. */
export async function prepareTopic(
  deps: TopicDeps,
  { name, photoBase64 }: ReceivedBody<'POST /r/topic'>,
): Promise<PreparedTopic> {
  await checkName(deps.db, name);
  return { name, picture: await preparePhoto(deps, openPhoto(photoBase64)) };
}

/** Returns the JSON of the new topic. */
export async function createTopic(
  db: TransactionalDb,
  viewer: Viewer,
  { name, picture }: PreparedTopic,
): Promise<string> {
  return db.transaction(async (tx) => {
    await lockTopics(tx);
    await checkName(tx, name);
    const { id: photoId } = await savePhoto(tx, picture);
    const id = await insertTopic(tx, { name, photoId });
    await record(tx, viewer, 'topic.create', { id, name });
    return getTopicAnswer(tx, id, viewer.userId);
  });
}

/** Returns the edited topic. */
export async function editTopic(
  deps: TopicDeps,
  viewer: Viewer,
  form: ReceivedBody<'PUT /r/topic'>,
): Promise<string> {
  const { topicId: id, name, photoBase64, retired } = form;
  found(await findTopic(deps.db, id));
  if (name !== undefined) await checkName(deps.db, name, id);
  const picture = photoBase64 ? await preparePhoto(deps, openPhoto(photoBase64)) : undefined;
  return deps.db.transaction(async (tx) => {
    await lockTopics(tx);
    const before = found(await findTopic(tx, id));
    if (name !== undefined) await checkName(tx, name, id);
    const after: TopicRow = {
      id,
      name: name ?? before.name,
      photoId: picture ? (await savePhoto(tx, picture)).id : before.photoId,
      retired: retired ?? before.retired,
    };
    await write(tx, viewer, before, after);
    return getTopicAnswer(tx, id, viewer.userId);
  });
}

export async function retireTopic(db: Database, viewer: Viewer, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    await lockTopics(tx);
    const before = found(await findTopic(tx, id));
    await write(tx, viewer, before, { ...before, retired: true });
  });
}

/** Records one audit entry per changed field. */
async function write(tx: Transaction, viewer: Viewer, before: TopicRow, after: TopicRow): Promise<void> {
  const isEdited = before.name !== after.name || before.photoId !== after.photoId;
  if (!isEdited && before.retired === after.retired) return;
  await updateTopic(tx, after);
  if (before.photoId !== null && before.photoId !== after.photoId)
    await enqueuePhotoDeletion(tx, before.photoId);
  if (isEdited) await record(tx, viewer, 'topic.edit', after);
  if (before.retired !== after.retired) {
    await record(tx, viewer, after.retired ? 'topic.retire' : 'topic.offer', after);
  }
}

async function record(
  tx: Transaction,
  viewer: Viewer,
  action: 'topic.create' | 'topic.edit' | 'topic.retire' | 'topic.offer',
  { id, name }: { id: number; name: string },
): Promise<void> {
  await recordAudit(tx, {
    actorId: viewer.userId,
    action,
    target: { kind: 'topic', id },
    detail: { name },
  });
}

async function checkName(db: Db, name: string, exceptId?: number): Promise<void> {
  const other = await findTopicByName(db, name, exceptId);
  if (!other) return;
  const message = other.retired
    ? `“${other.name}” is retired. You can offer it again in the list of topics.`
    : `There is a topic called “${other.name}” already.`;
  throw new ProblemError('conflict', message, { fields: [{ field: 'name', message }] });
}

function found<T>(topic: T | undefined): T {
  if (topic === undefined) throw new ProblemError('not_found', 'This topic is not here.');
  return topic;
}

/** Adds a topic to a user's list, or moves it. A retired topic can only be moved, by users who follow it. */
export function chooseTopic(
  db: Database,
  viewer: Viewer,
  { userId, topicId, topicRank }: ReceivedBody<'PUT /r/link_user_topic'>,
): Promise<LinkState> {
  const entry = { userId, itemId: topicId, rank: topicRank };
  const hold = async (tx: Transaction) => {
    const topic = found(await findTopic(tx, topicId));
    if (topic.retired && !(await hasChosen(tx, userId, topicId))) {
      throw new ProblemError('not_found', 'This topic is no longer offered.');
    }
  };
  return putInListOf(db, viewer, chosenTopics, entry, { hold });
}

export async function leaveTopic(
  db: Database,
  viewer: Viewer,
  { userId, topicId }: ReceivedBody<'PUT /r/unlink_user_topic'>,
): Promise<void> {
  const taken = await takeFromListOf(db, viewer, chosenTopics, { userId, itemId: topicId });
  if (!taken) found(await findTopic(db, topicId));
}

import type { Transaction } from '#db/pool.ts';
import { enqueue } from '#jobs/queue.ts';
import { invalidScene, type ParsedScene } from './parse.ts';
import { findAltText, insertScene, isSameScene, lockUsablePhoto, type SceneEditor } from './queries.ts';

/** Stores a scene and returns its id; that of the scene before if nothing changed. */
export async function saveScene(
  tx: Transaction,
  scene: ParsedScene,
  editor: SceneEditor,
  beforeId: number | null = null,
): Promise<number> {
  if (beforeId !== null && (await isSameScene(tx, beforeId, scene.json))) return beforeId;
  return insertScene(tx, scene, await choosePhoto(tx, scene.photoKey, editor));
}

async function choosePhoto(
  tx: Transaction,
  key: string | undefined,
  editor: SceneEditor,
): Promise<number | null> {
  if (key === undefined) return null;
  const id = await lockUsablePhoto(tx, key, editor);
  if (id !== undefined) return id;
  throw invalidScene({
    field: 'scene.background.photo',
    message: 'The background must be a photo of this card or of yours',
  });
}

/**
 * The image description of a card after an edit. One that was made from the scene before is made again; the author's
 * own words stay.
 */
export async function chooseAltText(
  tx: Transaction,
  before: { sceneId: number | null },
  after: { sceneId: number | null; altText: string | null },
): Promise<string | null> {
  const isOwn = after.altText !== null && after.altText !== (await generatedFor(tx, before.sceneId));
  return isOwn ? after.altText : generatedFor(tx, after.sceneId);
}

async function generatedFor(tx: Transaction, sceneId: number | null): Promise<string | null> {
  return sceneId === null ? null : ((await findAltText(tx, sceneId)) ?? null);
}

/** Enqueues deletion of the scene, unless a card or a revision still has it. */
export async function enqueueSceneDeletion(tx: Transaction, sceneId: number): Promise<void> {
  await enqueue(tx, 'scenes.drop', { sceneId }, { key: `scenes.drop:${sceneId}` });
}

import type { Scene, SceneLabel } from '@gyan/contract/scenes.ts';
import sql from 'sql-template-tag';
import type { Db } from '#db/pool.ts';
import { parseScene } from '#domains/scenes/parse.ts';

export const labelOf = (text: string, more: Partial<SceneLabel> = {}): SceneLabel => ({
  id: text.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
  type: 'label',
  color: 'black',
  width: 2,
  box: { x: 0.1, y: 0.2, w: 0.3, h: 0.1 },
  target: { x: 0.5, y: 0.5 },
  text,
  ...more,
});

export const sceneOf = (labels: readonly string[], more: Partial<Scene> = {}): Scene => ({
  version: 1,
  ratio: 1.5,
  background: { color: 'white' },
  items: labels.map((text) => labelOf(text)),
  ...more,
});

/** Gives a card a picture of one size with these labels. */
export async function giveScene(db: Db, cardId: number, labels: readonly string[]): Promise<void> {
  const { json, regions, altText, words } = parseScene(JSON.stringify(sceneOf(labels)));
  const size = { width: 16, height: 9 };
  await db.query(sql`
    with picture as (
      insert into photos (key, sizes, placeholder)
      values (${`scene-${cardId}`}, ${JSON.stringify({ sm: size, md: size, lg: size })}::jsonb, '')
      returning id
    ), drawing as (
      insert into scenes (scene, regions, alt_text, words)
      values (${json}::json, ${JSON.stringify(regions)}::json, ${altText}, ${words}) returning id
    )
    update cards
    set scene_id = drawing.id, photo_id = coalesce(cards.photo_id, picture.id), alt_text = coalesce(alt_text, ${altText})
    from picture, drawing where cards.id = ${cardId}`);
}

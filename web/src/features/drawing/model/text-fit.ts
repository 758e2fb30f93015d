import type { SceneItem } from '@gyan/contract/scenes.ts';
import { areaOf, centreOf, type Size, targetOf } from '../geometry.ts';
import { labelPadding, lineHeight, type Measure, naturalText, textSizes } from '../text-layout.ts';
import { toSceneBox } from './bounds.ts';

/** A label or text whose box is as high as its text, and a label's as wide. */
export function fitToText<Item extends SceneItem>(
  item: Item,
  page: Size,
  measure: Measure,
  width?: number,
): Item {
  if (item.type !== 'label' && item.type !== 'text') return item;
  const size = textSizes[item.width];
  const area = areaOf(item.box, page);
  const padding =
    item.type === 'label' ? { x: labelPadding.x * size, y: labelPadding.y * size } : { x: 0, y: 0 };
  const most = (width ?? area.width) - 2 * padding.x;
  const block = naturalText(item.text, Math.max(most, size), size, measure);
  const fitted = {
    width: Math.max(block.width, item.text === '' ? size * 2 : 0) + 2 * padding.x + 0.5,
    height: Math.max(block.height, lineHeight * size) + 2 * padding.y,
  };
  return { ...item, box: toSceneBox({ ...area, ...fitted }, page) };
}

/** As wide as its text needs, up to a third of the page, around the same centre. */
export function refit(item: SceneItem, page: Size, measure: Measure): SceneItem {
  if (item.type !== 'label' && item.type !== 'text') return item;
  const before = areaOf(item.box, page);
  const most = item.type === 'label' ? Math.max(page.width * 0.34, before.width) : page.width - before.x;
  const fitted = fitToText(item, page, measure, Math.max(most, before.width));
  if (item.type === 'text') return fitted;
  const after = areaOf(fitted.box, page);
  // A label at the side of its target keeps the edge that its leader starts from.
  const target = targetOf(item, page);
  const centre = centreOf(before);
  const x =
    target.x < before.x
      ? before.x
      : target.x > before.x + before.width
        ? before.x + before.width - after.width
        : centre.x - after.width / 2;
  return {
    ...fitted,
    box: toSceneBox({ ...after, x: Math.max(x, 0), y: Math.max(centre.y - after.height / 2, 0) }, page),
  };
}

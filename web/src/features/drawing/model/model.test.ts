import { Scene, type SceneItem, sceneColors, sceneWidths } from '@gyan/contract/scenes.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyScene } from '../empty-scene.ts';
import { leaderLine, pageSize } from '../geometry.ts';
import { roughMeasure } from '../text-layout.ts';
import * as arrange from './arrange.ts';
import { boundsOf } from './bounds.ts';
import * as edits from './edits.ts';
import { deleteTyped, record, redo, startHistory, typingSeries, undo } from './history.ts';
import { findItemAt, findItemsInside } from './hit-test.ts';
import { snapArea } from './snapping.ts';

const unit = fc.integer({ min: 0, max: 10_000 }).map((value) => value / 10_000);
const step = fc.record({
  x: fc.double({ min: -1500, max: 1500, noNaN: true }),
  y: fc.double({ min: -1500, max: 1500, noNaN: true }),
});
const box = fc.record({ x: unit, y: unit, w: unit, h: unit }).map(({ x, y, w, h }) => ({
  x: x * (1 - w),
  y: y * (1 - h),
  w,
  h,
}));
const style = { color: fc.constantFrom(...sceneColors), width: fc.constantFrom(...sceneWidths) };
const text = fc.string({ maxLength: 30 });
const anItem = (id: string): fc.Arbitrary<SceneItem> =>
  fc
    .oneof(
      fc.record({
        type: fc.constant('box' as const),
        ...style,
        box,
        angle: fc.integer({ min: -180, max: 180 }),
      }),
      fc.record({ type: fc.constant('ellipse' as const), ...style, box, filled: fc.boolean() }),
      fc.record({ type: fc.constant('text' as const), ...style, box, text }),
      fc.record({
        type: fc.constant('label' as const),
        ...style,
        box,
        text,
        target: fc.record({ x: unit, y: unit }),
      }),
      fc.record({
        type: fc.constant('arrow' as const),
        ...style,
        points: fc.array(fc.tuple(unit, unit), { minLength: 2, maxLength: 4 }),
        from: fc.constantFrom('item-0', 'item-1'),
        to: fc.constantFrom('item-2', 'nothing'),
      }),
      fc.record({
        type: fc.constant('ink' as const),
        ...style,
        points: fc.array(fc.tuple(unit, unit, unit), { minLength: 1, maxLength: 8 }),
      }),
    )
    .map((item) => Object.assign(item, { id }));

const scenes = fc
  .tuple(
    fc.double({ min: 0.5, max: 2, noNaN: true }),
    fc.tuple(...[0, 1, 2, 3, 4].map((n) => anItem(`item-${n}`))),
  )
  .map(([ratio, items]): Scene => ({ version: 1, ratio, background: { color: 'white' }, items }));

const ids = fc.subarray(['item-0', 'item-1', 'item-2', 'item-3', 'item-4']).map((chosen) => new Set(chosen));
let made = 0;
const newId = () => {
  made += 1;
  return `new-${made}`;
};

type Edit = (scene: Scene) => Scene;
const measure = roughMeasure;
const anEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(ids, step).map(
    ([chosen, by]): Edit =>
      (scene) =>
        arrange.moveItems(scene, chosen, by),
  ),
  fc.tuple(ids, fc.integer({ min: -400, max: 400 })).map(
    ([chosen, angle]): Edit =>
      (scene) =>
        arrange.rotateItems(scene, chosen, angle),
  ),
  fc.tuple(ids, fc.constantFrom(...arrange.alignments)).map(
    ([chosen, how]): Edit =>
      (scene) =>
        arrange.alignItems(scene, chosen, how),
  ),
  fc.tuple(ids, fc.constantFrom('x' as const, 'y' as const)).map(
    ([chosen, axis]): Edit =>
      (scene) =>
        arrange.spreadItems(scene, chosen, axis),
  ),
  fc
    .tuple(ids, fc.constantFrom('front' as const, 'forward' as const, 'backward' as const, 'back' as const))
    .map(
      ([chosen, order]): Edit =>
        (scene) =>
          arrange.orderItems(scene, chosen, order),
    ),
  ids.map(
    (chosen): Edit =>
      (scene) =>
        edits.deleteItems(scene, chosen),
  ),
  ids.map(
    (chosen): Edit =>
      (scene) =>
        edits.addItems(
          scene,
          edits.copiesOf(
            scene.items.filter(({ id }) => chosen.has(id)),
            newId,
            { x: 20, y: 20 },
            pageSize(scene.ratio),
          ),
        ),
  ),
  fc.tuple(fc.constantFrom('item-0', 'item-3'), text).map(
    ([id, words]): Edit =>
      (scene) =>
        edits.setText(scene, id, words, measure),
  ),
  fc.tuple(ids, style.width).map(
    ([chosen, width]): Edit =>
      (scene) =>
        edits.setWidth(scene, chosen, width, measure),
  ),
  fc.tuple(fc.constantFrom('item-0', 'item-1', 'item-4'), step, step).map(
    ([id, at, size]): Edit =>
      (scene) =>
        arrange.resizeItem(scene, id, { ...at, width: size.x, height: size.y }, measure),
  ),
  fc.double({ min: 0.1, max: 9, noNaN: true }).map(
    (ratio): Edit =>
      (scene) =>
        edits.setRatio(scene, ratio, measure),
  ),
  fc.record({ x: unit, y: unit }).map(
    (target): Edit =>
      (scene) =>
        edits.setTarget(scene, 'item-2', target),
  ),
);

test('every edit gives a scene that the server accepts', () => {
  fc.assert(
    fc.property(scenes, fc.array(anEdit, { maxLength: 12 }), (scene, made) => {
      const edited = made.reduce((before, edit) => edit(before), scene);
      expect(Scene.parse(edited)).toEqual(edited);
    }),
  );
});

test('undo and redo return equal scenes', () => {
  fc.assert(
    fc.property(scenes, fc.array(anEdit, { maxLength: 20 }), (scene, made) => {
      let history = startHistory(structuredClone(scene));
      for (const edit of made) history = record(history, edit(history.present));
      const last = structuredClone(history.present);
      const steps = history.past.length;
      for (let index = 0; index < steps; index += 1) history = undo(history);
      expect(history.present).toEqual(scene);
      expect(undo(history).present).toEqual(scene);
      for (let index = 0; index < steps; index += 1) history = redo(history);
      expect(history.present).toEqual(last);
      expect(redo(history).present).toEqual(last);
    }),
  );
});

test('a typed word is undone at once', () => {
  const scene = { ...emptyScene, items: [labelAt(0.2, 0.2)] };
  let history = startHistory(scene);
  for (const word of ['S', 'Su', 'Sun']) {
    history = record(history, edits.setText(history.present, 'label', word, measure), typingSeries('label'));
  }
  expect(undo(history).present).toEqual(scene);
});

test('a label whose words are deleted is deleted, and undone at once', () => {
  const scene = { ...emptyScene, items: [labelAt(0.2, 0.2)] };
  const cleared = edits.setText(scene, 'label', '', measure);
  const deleted = deleteTyped(record(startHistory(scene), cleared, typingSeries('label')), 'label');
  expect(deleted.present.items).toEqual([]);
  expect(undo(deleted).present).toEqual(scene);
});

test('a new label without words leaves nothing to undo', () => {
  const added = edits.addItems(emptyScene, [labelAt(0.2, 0.2)]);
  const history = deleteTyped(record(startHistory(emptyScene), added, typingSeries('label')), 'label');
  expect(history.present.items).toEqual([]);
  expect(history.past).toEqual([]);
});

test('an arrow follows the shapes that it sticks to, and lets go of a deleted one', () => {
  const shape = (id: string, x: number): SceneItem => ({
    id,
    type: 'box',
    color: 'blue',
    width: 2,
    box: { x, y: 0.4, w: 0.1, h: 0.1 },
  });
  const arrow: SceneItem = {
    id: 'arrow',
    type: 'arrow',
    color: 'black',
    width: 2,
    points: [
      [0, 0],
      [1, 1],
    ],
    from: 'one',
    to: 'two',
  };
  const scene = edits.addItems(emptyScene, [shape('one', 0.1), shape('two', 0.7), arrow]);
  const moved = arrange.moveItems(scene, new Set(['two']), { x: 0, y: -300 });
  const found = moved.items.find(({ id }) => id === 'arrow');
  expect(found).toMatchObject({ from: 'one', to: 'two' });
  const end = found?.type === 'arrow' ? found.points.at(-1) : undefined;
  expect(end?.[1]).toBeLessThan(0.25);
  expect(edits.deleteItems(moved, new Set(['two'])).items.at(-1)).not.toHaveProperty('to');
});

test('a label goes on pointing at its part when it is moved, and moves with the part', () => {
  const part: SceneItem = {
    id: 'part',
    type: 'ellipse',
    color: 'red',
    width: 2,
    box: { x: 0.5, y: 0.5, w: 0.2, h: 0.2 },
  };
  const label = { ...labelAt(0.1, 0.1), target: { x: 0.6, y: 0.6 } };
  const scene = { ...emptyScene, items: [part, label] };
  const alone = arrange.moveItems(scene, new Set(['label']), { x: 50, y: 0 }).items[1];
  expect(alone).toMatchObject({ box: { x: 0.15 }, target: { x: 0.6, y: 0.6 } });
  const both = arrange.moveItems(scene, new Set(['label', 'part']), { x: 50, y: 0 }).items[1];
  expect(both).toMatchObject({ box: { x: 0.15 }, target: { x: 0.65, y: 0.6 } });
});

test('the box of a label is the box of its text', () => {
  const scene = edits.setText({ ...emptyScene, items: [labelAt(0.4, 0.4)] }, 'label', 'प्रकाश संश्लेषण', measure);
  const [label] = scene.items;
  if (label?.type !== 'label') throw new Error('no label');
  const page = pageSize(scene.ratio);
  const width = roughMeasure(label.text) * 32 + 2 * 0.45 * 32;
  expect(Math.abs(label.box.w * page.width - width)).toBeLessThan(page.width / 100);
});

test('a press finds the topmost item, and the inside of an empty box only if there is nothing else', () => {
  const frame: SceneItem = {
    id: 'frame',
    type: 'box',
    color: 'red',
    width: 1,
    box: { x: 0.1, y: 0.1, w: 0.8, h: 0.8 },
  };
  const dot: SceneItem = {
    id: 'dot',
    type: 'ellipse',
    color: 'red',
    width: 1,
    filled: true,
    box: { x: 0.4, y: 0.4, w: 0.1, h: 0.1 },
  };
  const scene = { ...emptyScene, items: [dot, frame] };
  expect(findItemAt(scene, { x: 450, y: 337 }, 6)?.id).toBe('dot');
  expect(findItemAt(scene, { x: 300, y: 200 }, 6)?.id).toBe('frame');
  expect(findItemAt(scene, { x: 50, y: 20 }, 6)).toBeUndefined();
  expect(findItemsInside(scene, { x: 350, y: 250, width: 200, height: 200 })).toEqual([dot]);
});

test('an area snaps to the edges of others before it snaps to the grid', () => {
  const options = {
    others: [{ x: 103, y: 300, width: 40, height: 40 }],
    page: pageSize(4 / 3),
    grid: true,
    reach: 8,
  };
  expect(snapArea({ x: 98, y: 110, width: 31, height: 31 }, options)).toEqual({
    by: { x: 5, y: -10 },
    guides: [{ axis: 'x', at: 103 }],
  });
});

test('the leader of a label starts at its edge', () => {
  const label = { ...labelAt(0.1, 0.1), target: { x: 0.9, y: 0.2 } };
  const page = pageSize(4 / 3);
  const area = boundsOf(label, page);
  expect(leaderLine(label, page)?.[0]).toEqual({ x: area.x + area.width, y: area.y + area.height / 2 });
  expect(leaderLine({ ...label, target: { x: 0.11, y: 0.11 } }, page)).toBeUndefined();
});

function labelAt(x: number, y: number) {
  const label = {
    id: 'label',
    type: 'label' as const,
    color: 'black' as const,
    width: 2 as const,
    text: 'Part',
  };
  return { ...label, box: { x, y, w: 0.1, h: 0.06 }, target: { x, y } };
}

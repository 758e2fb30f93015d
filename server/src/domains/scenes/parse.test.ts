import { Scene, sceneLimits } from '@gyan/contract/scenes.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ProblemError } from '#http/problems.ts';
import { anySceneText, likelyScene } from '#test/scene-values.ts';
import { labelOf, sceneOf } from '#test/scenes.ts';
import { parseScene } from './parse.ts';

const parse = (scene: unknown) => parseScene(JSON.stringify(scene));

function fieldsOf(scene: unknown): string[] {
  try {
    parse(scene);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    expect(error.code).toBe('scene_invalid');
    return (error.fields ?? []).map(({ field }) => field);
  }
  return [];
}

const line = { id: 'l', type: 'line', color: 'red', width: 1 };
const withItem = (item: object) => ({ ...sceneOf([]), items: [labelOf('Sun'), item] });

describe('a scene', () => {
  it.each<[string, unknown, string]>([
    ['another version', { ...sceneOf([]), version: 2 }, 'scene.version'],
    ['a page too narrow', { ...sceneOf([]), ratio: 0.1 }, 'scene.ratio'],
    ['a page too wide', { ...sceneOf([]), ratio: 5.01 }, 'scene.ratio'],
    ['no background', { ...sceneOf([]), background: {} }, 'scene.background'],
    ['items that are no list', { ...sceneOf([]), items: {} }, 'scene.items'],
    ['a colour outside the palette', withItem({ ...labelOf('b'), color: 'pink' }), 'scene.items.1.color'],
    ['a width of 5', withItem({ ...labelOf('b'), width: 5 }), 'scene.items.1.width'],
    ['an unknown type', withItem({ ...labelOf('b'), type: 'svg' }), 'scene.items.1.type'],
    ['an id twice', withItem(labelOf('Sun')), 'scene.items.1.id'],
    ['no id', withItem({ ...labelOf('b'), id: undefined }), 'scene.items.1.id'],
    [
      'a box beyond the page',
      withItem({ ...labelOf('b'), box: { x: 1.1, y: 0, w: 0, h: 0 } }),
      'scene.items.1.box.x',
    ],
    ['a label without a target', withItem({ ...labelOf('b'), target: undefined }), 'scene.items.1.target'],
    ['a label without a text', withItem({ ...labelOf('b'), text: undefined }), 'scene.items.1.text'],
    ['a text that cannot be stored', withItem({ ...labelOf('b'), text: '\u0000' }), 'scene.items.1.text'],
    ['a line of one point', withItem({ ...line, points: [[0, 0]] }), 'scene.items.1.points'],
    [
      'a point beyond the page',
      withItem({
        ...line,
        points: [
          [0, 0],
          [0, -0.1],
        ],
      }),
      'scene.items.1.points.1.1',
    ],
    [
      '501 items',
      { ...sceneOf([]), items: Array.from({ length: 501 }, (_, n) => labelOf('a', { id: `i${n}` })) },
      'scene.items',
    ],
    ['nothing', null, 'scene'],
  ])('with %s is refused, and the answer names it', (_, scene, field) => {
    expect(fieldsOf(scene)).toContain(field);
  });

  it('that is no JSON, nested too deeply or over 200 kB is refused', () => {
    for (const text of ['', '{', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, '[1e999]']) {
      expect(() => parseScene(text)).toThrow(ProblemError);
    }
    const padding = (bytes: number) => `${JSON.stringify(sceneOf([]))}${' '.repeat(bytes)}`;
    expect(() => parseScene(padding(sceneLimits.bytes))).toThrow('at most 200 kB');
    expect(parseScene(padding(1_000)).regions).toEqual([]);
  });

  it('has a number that JSON cannot hold: it is refused', () => {
    const text = JSON.stringify(sceneOf(['Sun'])).replace('"x":0.1', '"x":1e999');
    expect(() => parseScene(text)).toThrow('Coordinates must be numbers from 0 to 1');
  });

  it('loses the fields that nobody knows', () => {
    const item = { ...labelOf('Sun'), onclick: 'alert(1)', box: { ...labelOf('Sun').box, z: 1 } };
    const { scene, json } = parse({ ...sceneOf([]), items: [item], svg: '<svg/>' });
    expect(scene).toEqual(sceneOf(['Sun']));
    expect(json).not.toMatch(/svg|onclick|"z"/);
  });

  it('describes itself by its texts and labels', () => {
    const title = {
      id: 't',
      type: 'text',
      color: 'red',
      width: 1,
      box: labelOf('a').box,
      text: 'Water\ncycle',
    };
    expect(parse({ ...sceneOf(['Sun', 'Sea', ' ']), items: [] }).altText).toBe('Diagram: drawing');
    expect(parse(sceneOf(['Sun', 'Sea'])).altText).toBe('Diagram: drawing, labelled Sun, Sea');
    expect(parse({ ...sceneOf([]), items: [title, labelOf('Sun')] })).toMatchObject({
      altText: 'Diagram: Water cycle, labelled Sun',
      words: 'Sun\nWater cycle',
      regions: [{ id: 'sun', text: 'Sun', box: labelOf('a').box, target: { x: 0.5, y: 0.5 } }],
    });
    const many = Array.from({ length: 200 }, (_, n) => labelOf('Mitochondria', { id: `m${n}` }));
    expect(Array.from(parse({ ...sceneOf([]), items: many }).altText)).toHaveLength(500);
  });
});

it('a scene that was parsed parses to the same again', () => {
  fc.assert(
    fc.property(likelyScene, (scene) => {
      fc.pre(z.safeParse(Scene, scene).success);
      const first = parse(scene);
      const again = parseScene(first.json);
      expect(again.json).toBe(first.json);
      expect(JSON.parse(again.json)).toEqual(JSON.parse(JSON.stringify(scene)));
    }),
    { numRuns: 300 },
  );
});

const itemFields: Record<string, readonly string[]> = {
  ink: ['points'],
  line: ['points', 'from', 'to'],
  arrow: ['points', 'from', 'to'],
  box: ['box', 'angle', 'filled', 'text'],
  ellipse: ['box', 'angle', 'filled', 'text'],
  text: ['box', 'angle', 'text'],
  label: ['box', 'text', 'target'],
};

it('of ten thousand scenes, each is refused by name or kept without a field that the schema does not know', () => {
  fc.assert(
    fc.property(anySceneText, (text) => {
      let json: string;
      try {
        ({ json } = parseScene(text));
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        expect(error.code).toBe('scene_invalid');
        expect(error.fields?.every(({ field }) => field.startsWith('scene'))).toBe(true);
        return;
      }
      const kept = JSON.parse(json) as Record<string, unknown> & { items: Record<string, unknown>[] };
      expect(Object.keys(kept).toSorted()).toEqual(['background', 'items', 'ratio', 'version']);
      for (const item of kept.items) {
        const known = new Set(['type', 'id', 'color', 'width', ...(itemFields[String(item.type)] ?? [])]);
        expect(Object.keys(item).filter((name) => !known.has(name))).toEqual([]);
      }
    }),
    { numRuns: 10_000, seed: 27 },
  );
});

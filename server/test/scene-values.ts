import { sceneColors, sceneWidths } from '@gyan/contract/scenes.ts';
import fc from 'fast-check';

/** Scenes for property tests. */

const unit = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.constantFrom(0, 1, 0.5, 5e-324, 0.1 + 0.2),
);
const box = fc.record({ x: unit, y: unit, w: unit, h: unit });
const point = fc.tuple(unit, unit);
const style = { color: fc.constantFrom(...sceneColors), width: fc.constantFrom(...sceneWidths) };
const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.constantFrom('Sun', 'Évaporation', 'वर्षा', '  ', 'a\nb'),
);
const angle = fc.option(fc.double({ min: -180, max: 180, noNaN: true }), { nil: undefined });
const points = fc.array(point, { minLength: 2, maxLength: 6 });

const shape = (type: 'box' | 'ellipse') =>
  fc.record({ type: fc.constant(type), ...style, box, angle, filled: fc.boolean(), text });
const connector = (type: 'line' | 'arrow') => fc.record({ type: fc.constant(type), ...style, points });

const item = fc.oneof(
  fc.record({
    type: fc.constant('ink'),
    ...style,
    points: fc.array(fc.oneof(point, fc.tuple(unit, unit, unit)), { minLength: 1, maxLength: 6 }),
  }),
  connector('line'),
  connector('arrow'),
  shape('box'),
  shape('ellipse'),
  fc.record({ type: fc.constant('text'), ...style, box, angle, text }),
  fc.record({ type: fc.constant('label'), ...style, box, text, target: fc.record({ x: unit, y: unit }) }),
);

/** Nearly all are valid: a random text may hold a character that cannot be stored. */
export const likelyScene = fc.record({
  version: fc.constant(1),
  ratio: fc.double({ min: 0.2, max: 5, noNaN: true }),
  background: fc.record({ color: style.color }),
  items: fc
    .array(item, { maxLength: 8 })
    .map((items) => items.map((each, index) => ({ ...each, id: `item-${index}` }))),
});

const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    'red',
    -1,
    2,
    1e308,
    '1',
    [],
    {},
    [[]],
    '__proto__',
    '\u0000',
    '\ud800',
    '<svg onload=alert(1)>',
    'x'.repeat(600),
    { toString: 1 },
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Replaces, removes or adds a value at a random place. */
function spoil(value: unknown, [choice, ...choices]: number[], by: unknown): unknown {
  if (choice === undefined || typeof value !== 'object' || value === null) return by;
  if (Array.isArray(value)) {
    if (value.length === 0 || choice % 5 === 0) return [...value, by];
    return value.map((each, index) => (index === choice % value.length ? spoil(each, choices, by) : each));
  }
  const names = Object.keys(value);
  const name = names[choice % (names.length + 1)];
  if (name === undefined) return { ...value, added: by };
  if (choice % 7 === 0) return Object.fromEntries(Object.entries(value).filter(([each]) => each !== name));
  return { ...value, [name]: spoil((value as Record<string, unknown>)[name], choices, by) };
}

/** A scene with something wrong, or not a scene at all. */
const hostileScene = fc.oneof(
  fc
    .tuple(likelyScene, fc.array(fc.nat(1000), { minLength: 1, maxLength: 4 }), hostile)
    .map(([scene, choices, by]) => spoil(scene, choices, by)),
  hostile,
);

/** JSON text of any of them. */
export const anySceneText = fc
  .oneof(likelyScene, hostileScene)
  .map((scene) => JSON.stringify(scene) ?? 'undefined');

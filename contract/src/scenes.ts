import * as z from 'zod/mini';
import { isStorable, textLength } from './text.ts';

/** A drawing as data: items on a page whose coordinates run from 0 to 1 in both directions. */

export const sceneLimits = {
  bytes: 200_000,
  items: 500,
  points: 5_000,
  textLength: 500,
  idLength: 40,
} as const;

export const sceneColors = ['black', 'grey', 'red', 'orange', 'green', 'blue', 'purple', 'white'] as const;
const colorMessage = `Colour must be one of ${sceneColors.join(', ')}`;
export const SceneColor = z.enum(sceneColors, colorMessage);
export type SceneColor = z.infer<typeof SceneColor>;

/** Thickness of lines; size of text. */
export const sceneWidths = [1, 2, 3, 4] as const;
export const SceneWidth = z.literal(sceneWidths, 'Width must be 1, 2, 3 or 4');
export type SceneWidth = z.infer<typeof SceneWidth>;

const unitMessage = 'Coordinates must be numbers from 0 to 1';
const Unit = z.number(unitMessage).check(z.minimum(0, unitMessage), z.maximum(1, unitMessage));

export const ScenePoint = z.tuple([Unit, Unit], unitMessage);
export type ScenePoint = [x: number, y: number];
/** A point of ink, with the pressure of the pen. */
export const InkPoint = z.union([z.tuple([Unit, Unit, Unit]), ScenePoint], unitMessage);
export type InkPoint = [x: number, y: number] | [x: number, y: number, pressure: number];

const boxMessage = 'A box needs x, y, w and h from 0 to 1';
export const SceneBox = z.object({ x: Unit, y: Unit, w: Unit, h: Unit }, boxMessage);
export type SceneBox = z.infer<typeof SceneBox>;

export const SceneTarget = z.object({ x: Unit, y: Unit }, 'A label needs a target with x and y');
export type SceneTarget = z.infer<typeof SceneTarget>;

const idMessage = 'Every item needs its own id of letters, digits, - and _';
const ItemId = z.string(idMessage).check(z.regex(/^[\w-]{1,40}$/u, idMessage));

const textMessage = `Text can have at most ${sceneLimits.textLength} characters`;
const SceneText = z
  .string('Text must be a text')
  .check(
    z.refine((text: string) => isStorable(text) && textLength(text) <= sceneLimits.textLength, textMessage),
  );

const angleMessage = 'Angle must be from -180 to 180 degrees';
const Angle = z.number(angleMessage).check(z.minimum(-180, angleMessage), z.maximum(180, angleMessage));

const style = { id: ItemId, color: SceneColor, width: SceneWidth };
const shape = {
  ...style,
  box: SceneBox,
  /** Degrees clockwise around the centre. */
  angle: z.optional(Angle),
  filled: z.optional(z.boolean()),
  /** Shown in the centre. */
  text: z.optional(SceneText),
};
const connector = {
  ...style,
  points: z
    .array(ScenePoint, 'A line needs at least two points')
    .check(
      z.minLength(2, 'A line needs at least two points'),
      z.maxLength(sceneLimits.points, 'Too many points'),
    ),
  /** Items that the ends stick to. */
  from: z.optional(ItemId),
  to: z.optional(ItemId),
};

export const SceneItem = z.discriminatedUnion(
  'type',
  [
    z.object({
      type: z.literal('ink'),
      ...style,
      points: z
        .array(InkPoint, 'Ink needs points')
        .check(z.minLength(1, 'Ink needs points'), z.maxLength(sceneLimits.points, 'Too many points')),
    }),
    z.object({ type: z.literal('line'), ...connector }),
    z.object({ type: z.literal('arrow'), ...connector }),
    z.object({ type: z.literal('box'), ...shape }),
    z.object({ type: z.literal('ellipse'), ...shape }),
    z.object({ type: z.literal('text'), ...style, box: SceneBox, angle: z.optional(Angle), text: SceneText }),
    z.object({ type: z.literal('label'), ...style, box: SceneBox, text: SceneText, target: SceneTarget }),
  ],
  'Item type must be ink, line, arrow, box, ellipse, text or label',
);
export type SceneItem = z.infer<typeof SceneItem>;
export type SceneItemType = SceneItem['type'];
export type SceneItemOf<Type extends SceneItemType> = Extract<SceneItem, { type: Type }>;
export type SceneLabel = SceneItemOf<'label'>;

const backgroundMessage = 'Background must be a photo or a colour';
export const SceneBackground = z.union(
  [
    /** The content-addressed name of a photo of this card, or of another card of the author. */
    z.object({ photo: z.string().check(z.regex(/^[\w-]{1,100}$/u)) }),
    z.object({ color: SceneColor }),
  ],
  backgroundMessage,
);
export type SceneBackground = z.infer<typeof SceneBackground>;

const ratioMessage = 'Ratio must be from 0.2 to 5';
const uniqueIds = z.check<{ id: string }[]>(({ value, issues }) => {
  const seen = new Set<string>();
  value.forEach(({ id }, index) => {
    if (seen.has(id)) issues.push({ code: 'custom', path: [index, 'id'], input: value, message: idMessage });
    seen.add(id);
  });
});

/** Unknown fields are dropped. */
export const Scene = z.object({
  version: z.literal(1, 'Version must be 1'),
  /** Width divided by height. */
  ratio: z.number(ratioMessage).check(z.minimum(0.2, ratioMessage), z.maximum(5, ratioMessage)),
  background: SceneBackground,
  items: z
    .array(SceneItem, 'Items must be a list')
    .check(z.maxLength(sceneLimits.items, `At most ${sceneLimits.items} items`), uniqueIds),
});
export type Scene = z.infer<typeof Scene>;

/** A label as a part of the picture that can be hidden and recalled. */
export const RegionModel = z.object({ id: z.string(), text: z.string(), box: SceneBox, target: SceneTarget });
export type RegionModel = z.infer<typeof RegionModel>;

export function regionsOf(scene: Scene): RegionModel[] {
  return scene.items
    .filter((item) => item.type === 'label')
    .map(({ id, text, box, target }) => ({ id, text, box, target }));
}

/** The name of the field in the forms of a card. */
export const sceneField = 'scene';

export const SceneAnswer = z.object({ scene: Scene, regionVec: z.array(RegionModel) });

/** A scene as JSON text; an empty form field means omitted. The server checks it and names the item that is wrong. */
export const SceneInput = z.pipe(
  z.pipe(
    z.nullish(z.string('Scene must be JSON text')),
    z.transform((json: string | null | undefined) => json || undefined),
  ),
  z.optional(z.string()),
);

/** For edits: omitted is `undefined`, empty is `null`. */
export const SceneOrNoneInput = z.pipe(
  z.pipe(
    z.nullish(z.string('Scene must be JSON text')),
    z.transform((json: string | null | undefined) => (json === undefined ? undefined : json || null)),
  ),
  z.nullish(z.string()),
);

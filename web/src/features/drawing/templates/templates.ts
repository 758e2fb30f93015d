import type { SceneItem } from '@gyan/contract/scenes.ts';
import { newUuid } from '#lib/browser-api.ts';
import { type Measure, roughMeasure } from '../text-layout.ts';
import { drawAxes, drawWhole } from './charts.ts';
import { drawCycle, drawSteps, drawTimeline } from './flows.ts';
import { type OutlinePart, parseOutline } from './outline.ts';
import { Sheet } from './sheet.ts';
import { drawComparison, drawLayers, drawTree } from './structures.ts';

export const templateNames = [
  'cycle',
  'steps',
  'comparison',
  'layers',
  'tree',
  'timeline',
  'axes',
  'whole',
] as const;
export type TemplateName = (typeof templateNames)[number];

interface Template {
  title: string;
  /** How its outline is written. */
  hint: string;
  example: string;
  draw: (sheet: Sheet, parts: readonly OutlinePart[]) => void;
}

export const templates: Record<TemplateName, Template> = {
  cycle: {
    title: 'Cycle',
    hint: 'One line per stage, clockwise from the top.',
    example: 'Evaporation\nClouds\nRain\nRivers',
    draw: drawCycle,
  },
  steps: {
    title: 'Steps',
    hint: 'One line per step. Indented lines are notes on the step above.',
    example: 'Mix\nKnead\nRest\nBake',
    draw: drawSteps,
  },
  comparison: {
    title: 'Comparison',
    hint: 'One line per thing. Indent what you compare below it.',
    example: 'Plant cell\n  Has a wall\n  Makes sugar\nAnimal cell\n  Only a membrane\n  Eats sugar',
    draw: drawComparison,
  },
  layers: {
    title: 'Layers',
    hint: 'One line per layer, from the top down.',
    example: 'Crust\nMantle\nOuter core\nInner core',
    draw: drawLayers,
  },
  tree: {
    title: 'Tree',
    hint: 'Indent each line below the one it belongs to.',
    example: 'Vertebrates\n  Fish\n  Birds\n  Mammals',
    draw: drawTree,
  },
  timeline: {
    title: 'Timeline',
    hint: 'One line per event, with its time first: 1905: Special relativity',
    example: '1665: Gravity\n1865: Light\n1905: Relativity\n1925: Quanta',
    draw: drawTimeline,
  },
  axes: {
    title: 'Axes',
    hint: 'The two axes first, then one line per point, if you like with its place in per cent: Whale 90, 60',
    example: 'Size\nSpeed\nMouse 10, 25\nCheetah 45, 95\nWhale 90, 60',
    draw: drawAxes,
  },
  whole: {
    title: 'Parts of a whole',
    hint: 'One line per part, if you like with its share: Nitrogen 78',
    example: 'Nitrogen 78\nOxygen 21\nOther gases 1',
    draw: drawWhole,
  },
};

interface FillOptions {
  newId?: () => string;
  /** Of the fonts that draw the scene. */
  measure?: Measure;
}

/** The items of a template, ready to be edited: one label for each part. */
export function fillTemplate(
  name: TemplateName,
  outline: string,
  ratio: number,
  { newId = newUuid, measure = roughMeasure }: FillOptions = {},
): SceneItem[] {
  const parts = parseOutline(outline);
  if (parts.length === 0) return [];
  // Drawn twice, so that all labels have the size of the one with the least room.
  const trial = new Sheet(ratio, () => '', measure);
  templates[name].draw(trial, parts);
  const sizes = trial.items.filter(({ type }) => type === 'label').map(({ width }) => width);
  const sheet = new Sheet(ratio, newId, measure, sizes.toSorted((one, other) => one - other)[0]);
  templates[name].draw(sheet, parts);
  return sheet.items;
}

import type { Scene } from '@gyan/contract/scenes.ts';
import { deleteItems } from './edits.ts';

/** Undo and redo without a limit. Scenes share their unchanged items, so a step costs little memory. */
export interface History {
  past: readonly Scene[];
  present: Scene;
  future: readonly Scene[];
  /** Names a series of edits that is undone at once, such as typing. */
  series: string | undefined;
}

export const startHistory = (scene: Scene): History => ({
  past: [],
  present: scene,
  future: [],
  series: undefined,
});

export function record(history: History, scene: Scene, series?: string): History {
  if (scene === history.present) return history;
  const goesOn = series !== undefined && series === history.series;
  return {
    past: goesOn ? history.past : [...history.past, history.present],
    present: scene,
    future: [],
    series,
  };
}

/** The next edit is a separate step. */
export const endSeries = (history: History): History =>
  history.series === undefined ? history : { ...history, series: undefined };

export function undo({ past, present, future, ...rest }: History): History {
  const before = past.at(-1);
  if (!before) return { past, present, future, ...rest };
  return { past: past.slice(0, -1), present: before, future: [present, ...future], series: undefined };
}

export function redo({ past, present, future, ...rest }: History): History {
  const [next, ...later] = future;
  if (!next) return { past, present, future, ...rest };
  return { past: [...past, present], present: next, future: later, series: undefined };
}

export const typingSeries = (id: string) => `text ${id}`;

/** Deletes an item whose text was typed. One that was just added leaves no step, and an old one a single step. */
export function deleteTyped(history: History, id: string): History {
  const series = typingSeries(id);
  const isNew = history.series === series && history.past.at(-1)?.items.every((item) => item.id !== id);
  return isNew
    ? discardLastEdit(history)
    : record(history, deleteItems(history.present, new Set([id])), series);
}

/** Undoes the last edit so that it cannot be redone. */
function discardLastEdit({ past, ...rest }: History): History {
  const before = past.at(-1);
  if (!before) return { past, ...rest };
  return { past: past.slice(0, -1), present: before, future: [], series: undefined };
}

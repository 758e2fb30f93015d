import type { Scene } from '@gyan/contract/scenes.ts';

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

/** Undoes the last edit so that it cannot be redone. */
export function discardLastEdit({ past, ...rest }: History): History {
  const before = past.at(-1);
  if (!before) return { past, ...rest };
  return { past: past.slice(0, -1), present: before, future: [], series: undefined };
}

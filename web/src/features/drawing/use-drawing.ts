import {
  type Scene,
  type SceneColor,
  type SceneItem,
  type SceneWidth,
  sceneLimits,
} from '@gyan/contract/scenes.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { newUuid } from '#lib/browser-api.ts';
import { storedValue } from '#lib/stored-value.ts';
import { announce } from '#ui/announcer.ts';
import { pageSize } from './geometry.ts';
import { loadMeasure } from './measure.ts';
import * as edits from './model/edits.ts';
import {
  deleteTyped,
  endSeries,
  type History,
  record,
  redo,
  startHistory,
  typingSeries,
  undo,
} from './model/history.ts';
import { newListedItem, type Style } from './new-items.ts';
import type { Measure } from './text-layout.ts';
import { type AddableType, nameOfItem, type Tool } from './tools.ts';

interface State {
  history: History;
  selection: ReadonlySet<string>;
  tool: Tool;
  style: Style;
  grid: boolean;
  /** The item whose text is typed on the page. */
  typing: string | undefined;
}

const none: ReadonlySet<string> = new Set();
const storedStyle = storedValue<Partial<Style>>('localStorage', 'drawing style');
const storedGrid = storedValue<boolean>('localStorage', 'drawing grid');
const firstStyle: Style = { color: 'black', width: 2, filled: false };

export const sizeOf = (scene: Scene) => new Blob([JSON.stringify(scene)]).size;

const only = (id: string): ReadonlySet<string> => new Set([id]);

/** Without ids of deleted items. */
const withPresent = (state: State, history: History): State => {
  const ids = new Set(history.present.items.map(({ id }) => id));
  const selection = new Set([...state.selection].filter((id) => ids.has(id)));
  const typing = state.typing !== undefined && ids.has(state.typing) ? state.typing : undefined;
  return { ...state, history, selection, typing };
};

/** The state of a drawing that is being edited. */
export function useDrawing(first: Scene, measure: Measure, onChange: (scene: Scene) => void) {
  const [state, setState] = useState<State>(() => ({
    history: startHistory(first),
    selection: none,
    tool: first.items.length === 0 ? 'ink' : 'select',
    style: { ...firstStyle, ...storedStyle.read() },
    grid: storedGrid.read() ?? false,
    typing: undefined,
  }));
  const { history, selection, tool, style, grid, typing } = state;
  const scene = history.present;

  const report = useRef(onChange);
  useEffect(() => {
    report.current = onChange;
  });
  const reported = useRef(first);
  useEffect(() => {
    if (reported.current === scene) return;
    reported.current = scene;
    report.current(scene);
  }, [scene]);

  const actions = useMemo(() => {
    const apply = (edit: (scene: Scene) => Scene, series?: string) =>
      setState((before) => {
        const after = edit(before.history.present);
        if (after === before.history.present) return before;
        // The server refuses larger scenes. An edit that removes items is always possible.
        if (after.items.length > before.history.present.items.length && sizeOf(after) > sceneLimits.bytes) {
          queueMicrotask(() => announce('The drawing is full.', 'assertive'));
          return before;
        }
        return withPresent(before, record(before.history, after, series));
      });
    const select = (ids: Iterable<string>) =>
      setState((before) => ({ ...before, history: endSeries(before.history), selection: new Set(ids) }));
    return {
      apply,
      select,
      setTool: (next: Tool) =>
        setState((before) => ({
          ...before,
          tool: next,
          typing: undefined,
          selection: next === 'select' ? before.selection : none,
        })),
      setGrid: (next: boolean) => {
        storedGrid.write(next);
        setState((before) => ({ ...before, grid: next }));
      },
      undo: () => setState((before) => withPresent(before, undo(before.history))),
      redo: () => setState((before) => withPresent(before, redo(before.history))),
      setStyle: (change: Partial<Style>) =>
        setState((before) => {
          const next = { ...before.style, ...change };
          storedStyle.write(next);
          return { ...before, style: next };
        }),
      /** Adds an item and selects it; `typing` opens its text. */
      add: (item: SceneItem, { typing: opens = false, stay = false } = {}) => {
        apply((before) => edits.addItems(before, [item]), opens ? typingSeries(item.id) : undefined);
        setState((before) => ({
          ...before,
          selection: stay ? none : only(item.id),
          typing: opens ? item.id : undefined,
        }));
      },
      startTyping: (id: string) =>
        setState((before) => ({
          ...before,
          history: endSeries(before.history),
          selection: only(id),
          typing: id,
        })),
      /** Ends typing; deletes a text or label without words. */
      endTyping: () =>
        setState((before) => {
          const item = before.history.present.items.find(({ id }) => id === before.typing);
          const isEmpty = (item?.type === 'text' || item?.type === 'label') && item.text.trim() === '';
          const next = isEmpty ? deleteTyped(before.history, item.id) : before.history;
          return withPresent({ ...before, typing: undefined }, endSeries(next));
        }),
    };
  }, []);

  const page = useMemo(() => pageSize(scene.ratio), [scene.ratio]);
  const chosen = scene.items.filter(({ id }) => selection.has(id));
  const { apply } = actions;

  return {
    ...actions,
    scene,
    page,
    measure,
    selection,
    chosen,
    tool,
    style,
    grid,
    typing,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    newId: newUuid,
    setText: (id: string, text: string) => {
      apply((before) => edits.setText(before, id, text, measure), typingSeries(id));
      // Characters of another script change their widths once their font is loaded.
      if (/[\u0250-\u{10ffff}]/u.test(text)) {
        void loadMeasure([text]).then((loaded) =>
          apply((before) => {
            const item = before.items.find((one) => one.id === id);
            const isSame = item && 'text' in item && item.text === text;
            return isSame ? edits.setText(before, id, text, loaded) : before;
          }, typingSeries(id)),
        );
      }
    },
    setColor: (color: SceneColor) => {
      actions.setStyle({ color });
      apply((before) => edits.setColor(before, selection, color));
    },
    setWidth: (width: SceneWidth) => {
      actions.setStyle({ width });
      apply((before) => edits.setWidth(before, selection, width, measure));
    },
    setFilled: (filled: boolean) => {
      actions.setStyle({ filled });
      apply((before) => edits.setFilled(before, selection, filled));
    },
    remove: () => {
      if (chosen.length === 0) return;
      apply((before) => edits.deleteItems(before, selection));
      announce(
        chosen.length === 1 && chosen[0]
          ? `${nameOfItem(chosen[0])} deleted.`
          : `${chosen.length} parts deleted.`,
      );
    },
    duplicate: () => {
      const copies = edits.copiesOf(chosen, newUuid, { x: 25, y: 25 }, page);
      apply((before) => edits.addItems(before, copies));
      actions.select(copies.map(({ id }) => id));
      if (copies.length > 0)
        announce(copies.length === 1 ? 'Duplicated.' : `${copies.length} parts duplicated.`);
    },
    paste: (items: readonly SceneItem[]) => {
      const copies = edits.copiesOf(items, newUuid, { x: 25, y: 25 }, page);
      apply((before) => edits.addItems(before, copies));
      actions.setTool('select');
      actions.select(copies.map(({ id }) => id));
    },
    /** From the list, without a pointer. Returns its id. */
    addListed: (type: AddableType): string => {
      const item = newListedItem(type, newUuid(), { scene, style, measure });
      apply((before) => edits.addItems(before, [item]));
      actions.setTool('select');
      actions.select([item.id]);
      announce(`${nameOfItem(item)} added.`);
      return item.id;
    },
  };
}

export type Drawing = ReturnType<typeof useDrawing>;

import type { KeyboardEvent } from 'react';
import * as arrange from './model/arrange.ts';
import { gridStep } from './model/snapping.ts';
import type { Tool } from './tools.ts';
import { tools } from './tools.ts';
import type { Drawing } from './use-drawing.ts';
import type { PageView } from './use-view.ts';

const isField = (target: EventTarget) =>
  target instanceof HTMLElement && target.matches('input:not([type="radio"]), textarea, select');

const steps: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The keys of the editor, outside of text fields. Returns whether the key did something. */
export function pressKey(
  event: KeyboardEvent,
  drawing: Drawing,
  view: PageView,
  onTool: (tool: Tool) => void,
): boolean {
  if (isField(event.target) || event.altKey) return false;
  const { selection, chosen, apply } = drawing;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === 'z') (event.shiftKey ? drawing.redo : drawing.undo)();
    else if (key === 'y') drawing.redo();
    else if (key === 'd') drawing.duplicate();
    else if (key === 'a') drawing.select(drawing.scene.items.map(({ id }) => id));
    else if (key === '0') view.reset();
    else return false;
    return true;
  }
  const target = event.target as HTMLElement;
  const onPage = target.matches('.drawing-page, .drawing-part');
  const step = steps[event.key];
  if (step && onPage && selection.size > 0) {
    const by = event.shiftKey ? gridStep * 2 : drawing.grid ? gridStep : 5;
    apply((scene) => arrange.moveItems(scene, selection, { x: step.x * by, y: step.y * by }), 'nudge');
    return true;
  }
  const tool = tools.find((info) => info.key === key);
  const [single] = chosen.length === 1 ? chosen : [];
  if (event.key === 'Delete' || event.key === 'Backspace') drawing.remove();
  else if (event.key === 'Escape' && (selection.size > 0 || drawing.tool !== 'select')) {
    drawing.select([]);
    drawing.setTool('select');
  } else if (event.key === 'Enter' && target.matches('.drawing-page') && single && 'box' in single)
    drawing.startTyping(single.id);
  else if (tool) onTool(tool.tool);
  else if (key === 'g') drawing.setGrid(!drawing.grid);
  else if (key === ']') apply((scene) => arrange.orderItems(scene, selection, 'forward'));
  else if (key === '[') apply((scene) => arrange.orderItems(scene, selection, 'backward'));
  else if (key === '+' || key === '=') view.zoomBy(1.25);
  else if (key === '-') view.zoomBy(0.8);
  else if (key === '0') view.reset();
  else return false;
  return true;
}

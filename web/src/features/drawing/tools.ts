import type { SceneItem, SceneItemType } from '@gyan/contract/scenes.ts';

export type Tool = 'select' | SceneItemType | 'picture' | 'eraser';

interface ToolInfo {
  tool: Tool;
  label: string;
  key: string;
  hint: string;
}

export const tools: readonly ToolInfo[] = [
  {
    tool: 'select',
    label: 'Select',
    key: 'v',
    hint: 'Press a part to select it. Drag to move, or around parts to select them.',
  },
  { tool: 'ink', label: 'Pen', key: 'p', hint: 'Draw with the mouse, a finger or a pen.' },
  {
    tool: 'label',
    label: 'Label',
    key: 'l',
    hint: 'Press on the part, drag to where its name goes, and type.',
  },
  { tool: 'text', label: 'Text', key: 't', hint: 'Press where the text starts.' },
  { tool: 'box', label: 'Box', key: 'b', hint: 'Drag from corner to corner.' },
  { tool: 'ellipse', label: 'Ellipse', key: 'o', hint: 'Drag from corner to corner.' },
  {
    tool: 'arrow',
    label: 'Arrow',
    key: 'a',
    hint: 'Drag from end to end. Ends stick to shapes and follow them.',
  },
  { tool: 'line', label: 'Line', key: 'i', hint: 'Drag from end to end. Ends stick to shapes.' },
  { tool: 'picture', label: 'Picture', key: 'm', hint: 'Put a photo under the drawing.' },
  { tool: 'eraser', label: 'Eraser', key: 'e', hint: 'Drag over parts to delete them.' },
];

export const labelOfTool = (wanted: Tool) => tools.find(({ tool }) => tool === wanted)?.label ?? '';

/** The kinds that the list can add without a pointer. */
export const addableTypes = ['label', 'text', 'box', 'ellipse', 'arrow', 'line'] as const;
export type AddableType = (typeof addableTypes)[number];

/** How an item is called in the list and in announcements. */
export function nameOfItem(item: SceneItem): string {
  const kind = labelOfTool(item.type);
  const text = 'text' in item ? (item.text ?? '').replace(/\s+/g, ' ').trim() : '';
  if (item.type === 'ink') return 'Pen stroke';
  return text === '' ? kind : `${kind}: ${text}`;
}

/** Names of items, with a number where several have the same one. */
export function namesOf(items: readonly SceneItem[]): string[] {
  const plain = items.map(nameOfItem);
  const counts = new Map<string, number>();
  for (const name of plain) counts.set(name, (counts.get(name) ?? 0) + 1);
  const seen = new Map<string, number>();
  return plain.map((name) => {
    if (counts.get(name) === 1) return name;
    const number = (seen.get(name) ?? 0) + 1;
    seen.set(name, number);
    return `${name} ${number}`;
  });
}

export const partCount = (count: number) => `${count} ${count === 1 ? 'part' : 'parts'}`;

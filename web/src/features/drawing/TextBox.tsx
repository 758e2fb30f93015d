import type { SceneItem } from '@gyan/contract/scenes.ts';
import { useEffect, useRef } from 'react';
import { areaOf } from './geometry.ts';
import { fillColors, strokeColors } from './palette.ts';
import { textSizes } from './text-layout.ts';
import type { Drawing } from './use-drawing.ts';
import type { View } from './use-view.ts';

interface TextBoxProps {
  drawing: Drawing;
  item: Extract<SceneItem, { box: object }>;
  view: View;
}

/** Typing on the page, where the text will be. */
export function TextBox({ drawing, item, view }: TextBoxProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { page } = drawing;
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const area = areaOf(item.box, page);
  const [width, height] = [page.width / view.zoom, page.height / view.zoom];
  const inPercent = (value: number, whole: number) => `${(value / whole) * 100}%`;
  const isShape = item.type === 'box' || item.type === 'ellipse';
  const background =
    isShape && item.filled ? fillColors[item.color] : item.color === 'white' ? '#1d1b16' : '#ffffff';
  return (
    <textarea
      ref={field}
      className={`drawing-typing drawing-typing-${item.type}`}
      aria-label={item.type === 'label' ? 'Text of the label' : 'Text'}
      value={item.text ?? ''}
      rows={1}
      spellCheck
      style={{
        insetInlineStart: inPercent(area.x - view.x, width),
        insetBlockStart: inPercent(area.y - view.y, height),
        inlineSize: inPercent(area.width, width),
        blockSize: inPercent(area.height, height),
        fontSize: `${(textSizes[item.width] / width) * 100}cqi`,
        color:
          item.color === 'white' && isShape && item.filled ? strokeColors.black : strokeColors[item.color],
        background,
      }}
      onChange={({ currentTarget }) => drawing.setText(item.id, currentTarget.value)}
      onBlur={drawing.endTyping}
      onKeyDown={(event) => {
        event.stopPropagation();
        const isDone = event.key === 'Escape' || (event.key === 'Enter' && !event.shiftKey);
        if (!isDone || event.nativeEvent.isComposing) return;
        event.preventDefault();
        // The page gets the focus, so that the shortcuts of the tools work.
        field.current?.closest<HTMLElement>('.drawing-page')?.focus({ preventScroll: true });
      }}
    />
  );
}

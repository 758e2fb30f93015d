import { type SceneColor, type SceneWidth, sceneColors, sceneWidths } from '@gyan/contract/scenes.ts';
import { PaintBucket } from 'lucide-react';
import { useId } from 'react';
import type { Drawing } from './use-drawing.ts';

export const colorNames: Record<SceneColor, string> = {
  black: 'Black',
  grey: 'Grey',
  red: 'Red',
  orange: 'Orange',
  green: 'Green',
  blue: 'Blue',
  purple: 'Purple',
  white: 'White',
};

export const widthNames: Record<SceneWidth, string> = {
  1: 'Thin',
  2: 'Medium',
  3: 'Thick',
  4: 'Very thick',
};

/** The style of what is selected, and of what is drawn next. */
export function StyleBar({ drawing }: { drawing: Drawing }) {
  const id = useId();
  const { chosen, style } = drawing;
  const [first] = chosen;
  const color = first?.color ?? style.color;
  const width = first?.width ?? style.width;
  const filled = first && 'filled' in first ? (first.filled ?? false) : style.filled;
  return (
    <div className="drawing-styles">
      <fieldset className="drawing-choices">
        <legend className="sr-only">Colour</legend>
        {sceneColors.map((name) => (
          <label key={name} className="drawing-choice" title={colorNames[name]}>
            <input
              type="radio"
              className="sr-only"
              name={`${id}-color`}
              aria-label={colorNames[name]}
              checked={color === name}
              onChange={() => drawing.setColor(name)}
            />
            <span className={`drawing-swatch drawing-swatch-${name}`} />
          </label>
        ))}
      </fieldset>
      <fieldset className="drawing-choices">
        <legend className="sr-only">Thickness</legend>
        {sceneWidths.map((value) => (
          <label key={value} className="drawing-choice" title={widthNames[value]}>
            <input
              type="radio"
              className="sr-only"
              name={`${id}-width`}
              aria-label={widthNames[value]}
              checked={width === value}
              onChange={() => drawing.setWidth(value)}
            />
            <span className={`drawing-thickness drawing-thickness-${value}`} />
          </label>
        ))}
      </fieldset>
      <button
        type="button"
        className="drawing-tool drawing-fill"
        aria-pressed={filled}
        title="Fill boxes and ellipses"
        onClick={() => drawing.setFilled(!filled)}
      >
        <PaintBucket size={18} />
        <span className="drawing-tool-name">Fill</span>
      </button>
    </div>
  );
}

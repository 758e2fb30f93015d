import { sceneColors } from '@gyan/contract/scenes.ts';
import { RectangleHorizontal } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from '#ui/Button.tsx';
import { Popover } from '#ui/Popover.tsx';
import { setBackground, setRatio } from './model/edits.ts';
import { colorNames } from './StyleBar.tsx';
import type { Drawing } from './use-drawing.ts';

const ratios = [
  { ratio: 16 / 9, label: 'Wide, 16 : 9' },
  { ratio: 4 / 3, label: 'Landscape, 4 : 3' },
  { ratio: 1, label: 'Square' },
  { ratio: 3 / 4, label: 'Portrait, 3 : 4' },
] as const;

const isNear = (one: number, other: number) => Math.abs(one - other) < 0.01;

/** The shape and colour of the page. */
export function PageMenu({ drawing, children }: { drawing: Drawing; children?: ReactNode }) {
  const id = useId();
  const { scene, apply, measure } = drawing;
  const { background } = scene;
  return (
    <Popover
      button={<RectangleHorizontal size={18} />}
      label="Page"
      title="Page"
      size="sm"
      className="drawing-popover"
      panelClassName="menu-list menu-end drawing-menu"
    >
      {() => (
        <>
          {children}
          <fieldset className="drawing-ratios">
            <legend>Shape of the page</legend>
            {ratios.map(({ ratio, label }) => (
              <label key={label}>
                <input
                  type="radio"
                  name={`${id}-ratio`}
                  checked={isNear(scene.ratio, ratio)}
                  onChange={() => apply((before) => setRatio(before, ratio, measure))}
                />
                {label}
              </label>
            ))}
          </fieldset>
          {'photo' in background ? (
            <Button
              size="sm"
              onClick={() =>
                apply((before) => setBackground(before, { color: 'white' }, before.ratio, measure))
              }
            >
              Remove the photo
            </Button>
          ) : (
            <fieldset className="drawing-choices">
              <legend>Colour of the page</legend>
              {sceneColors.map((color) => (
                <label key={color} className="drawing-choice" title={colorNames[color]}>
                  <input
                    type="radio"
                    className="sr-only"
                    name={`${id}-page`}
                    aria-label={`${colorNames[color]} page`}
                    checked={background.color === color}
                    onChange={() =>
                      apply((before) => setBackground(before, { color }, before.ratio, measure))
                    }
                  />
                  <span className={`drawing-swatch drawing-page-${color}`} />
                </label>
              ))}
            </fieldset>
          )}
        </>
      )}
    </Popover>
  );
}

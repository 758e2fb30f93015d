import type { SceneItem } from '@gyan/contract/scenes.ts';
import { centreOf, type Point, type Size, targetOf, toPage } from './geometry.ts';
import { angleOf, boundsOfAll, flatArea } from './model/bounds.ts';

interface HandlesProps {
  items: readonly SceneItem[];
  page: Size;
  /** Page units per pixel of the screen. */
  unit: number;
}

/** The frame of what is selected, with handles to resize, rotate and point it. */
export function Handles({ items, page, unit }: HandlesProps) {
  const [single] = items.length === 1 ? items : [];
  if (single && (single.type === 'line' || single.type === 'arrow')) {
    const [first, last] = [single.points[0], single.points.at(-1)];
    return (
      <g>
        {first && <Dot name="from" at={toPage(first, page)} unit={unit} />}
        {last && <Dot name="to" at={toPage(last, page)} unit={unit} />}
      </g>
    );
  }
  const area = single ? flatArea(single, page) : boundsOfAll(items, page);
  const angle = single ? angleOf(single) : 0;
  const centre = centreOf(area);
  const gap = 5 * unit;
  const frame = {
    x: area.x - gap,
    y: area.y - gap,
    width: area.width + 2 * gap,
    height: area.height + 2 * gap,
  };
  const sides = single?.type === 'label' || single?.type === 'text' ? ['w', 'e'] : ['nw', 'ne', 'se', 'sw'];
  const at = (name: string): Point => ({
    x: name.includes('w') ? frame.x : name.includes('e') ? frame.x + frame.width : centre.x,
    y: name.includes('n') ? frame.y : name.includes('s') ? frame.y + frame.height : centre.y,
  });
  const canRotate = items.some(({ type }) => type !== 'label');
  const knobLength = 24 * unit;
  const room = knobLength + 10 * unit;
  const bottom = frame.y + frame.height;
  const [edge, knobY] =
    frame.y > room
      ? [frame.y, frame.y - knobLength]
      : page.height - bottom > room
        ? [bottom, bottom + knobLength]
        : [frame.y, frame.y + knobLength];
  const knob = { x: centre.x, y: knobY };
  return (
    <g transform={angle === 0 ? undefined : `rotate(${angle} ${centre.x} ${centre.y})`}>
      <rect {...frame} rx={4 * unit} className="drawing-frame" strokeWidth={1.5 * unit} />
      {canRotate && (
        <>
          <path
            d={`M${centre.x} ${edge}L${knob.x} ${knob.y}`}
            className="drawing-frame"
            strokeWidth={1.5 * unit}
          />
          <Dot name="rotate" at={knob} unit={unit} />
        </>
      )}
      {single && sides.map((name) => <Dot key={name} name={name} at={at(name)} unit={unit} />)}
      {single?.type === 'label' && <Dot name="target" at={targetOf(single, page)} unit={unit} />}
    </g>
  );
}

function Dot({ name, at, unit }: { name: string; at: Point; unit: number }) {
  return (
    <g data-handle={name} className={`drawing-handle drawing-handle-${name}`}>
      <circle cx={at.x} cy={at.y} r={20 * unit} fill="transparent" className="drawing-reach" />
      <circle
        cx={at.x}
        cy={at.y}
        r={(name === 'target' ? 9 : 6.5) * unit}
        className="drawing-dot"
        strokeWidth={2 * unit}
      />
    </g>
  );
}

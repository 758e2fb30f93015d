import type { SceneItem } from '@gyan/contract/scenes.ts';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { hasText } from './gestures/draw.ts';
import { Handles } from './Handles.tsx';
import { boundsOf } from './model/bounds.ts';
import { findItemAt } from './model/hit-test.ts';
import { gridStep } from './model/snapping.ts';
import { pageColors, strokeColors } from './palette.ts';
import { drawItem, type ItemPrimitives } from './paths.ts';
import { ItemView, textAttributes } from './SceneView.tsx';
import { TextBox } from './TextBox.tsx';
import { partCount } from './tools.ts';
import type { Drawing } from './use-drawing.ts';
import { usePointers } from './use-pointers.ts';
import type { PageView } from './use-view.ts';

interface CanvasProps {
  drawing: Drawing;
  view: PageView;
  svg: RefObject<SVGSVGElement | null>;
  photoUrl: string | undefined;
  /** The space bar is held: dragging moves the view. */
  isPanning: boolean;
  hintId: string;
}

/** The page with the scene on it. */
export function Canvas({ drawing, view, svg, photoUrl, isPanning, hintId }: CanvasProps) {
  const { scene, page, measure, tool, style, selection, typing } = drawing;
  const inkGroup = useRef<SVGGElement>(null);
  const openText = (event: MouseEvent) => {
    if (tool !== 'select') return;
    const hit = findItemAt(scene, view.toPagePoint(event), 8 * view.unitsPerPixel());
    if (hit && hasText(hit)) drawing.startTyping(hit.id);
  };
  const preview = usePointers({ drawing, view, svg, inkGroup, isPanning, onDoubleClick: openText });

  const shown = preview?.scene ?? scene;
  const primitivesOf = usePrimitives(page, measure);
  const chosen = shown.items.filter(({ id }) => selection.has(id));
  const typed = shown.items.find((item) => item.id === typing);

  const color = 'color' in scene.background ? pageColors[scene.background.color] : '#ffffff';
  const unit = useUnit(svg, page.width / view.view.zoom);
  return (
    <section
      className="drawing-page"
      tabIndex={-1}
      aria-label="Page"
      aria-describedby={hintId}
      data-tool={isPanning ? 'pan' : tool}
    >
      <svg
        ref={svg}
        viewBox={view.viewBox}
        className="drawing-svg"
        {...pictureRole}
        aria-label={`Drawing with ${partCount(scene.items.length)}`}
        {...textAttributes}
      >
        <rect width={page.width} height={page.height} fill={color} />
        {photoUrl && (
          <image
            href={photoUrl}
            width={page.width}
            height={page.height}
            preserveAspectRatio="xMidYMid slice"
          />
        )}
        {drawing.grid && <Grid page={page} unit={unit} />}
        {shown.items.map((item) => {
          const { primitives, rotation } = primitivesOf(item);
          return <ItemView key={item.id} primitives={primitives} rotation={rotation} />;
        })}
        <g ref={inkGroup} fill={strokeColors[style.color]} className="drawing-ink" />
        {preview?.anchor && <Anchor item={preview.anchor} page={page} unit={unit} />}
        {preview?.guides?.map(({ axis, at }) => (
          <path
            key={`${axis} ${at}`}
            d={axis === 'x' ? `M${at} 0V${page.height}` : `M0 ${at}H${page.width}`}
            className="drawing-guide"
            strokeWidth={unit}
          />
        ))}
        {preview?.band && <rect {...preview.band} className="drawing-band" strokeWidth={unit} />}
        {tool === 'select' && chosen.length > 0 && !typed && (
          <Handles items={chosen} page={page} unit={unit} />
        )}
      </svg>
      {typed && 'box' in typed && <TextBox key={typed.id} drawing={drawing} item={typed} view={view.view} />}
      {scene.items.length === 0 && !preview && (
        <p className="drawing-first" aria-hidden="true">
          Draw here, or start with a template.
        </p>
      )}
    </section>
  );
}

const pictureRole = { role: 'img' } as const;

/** Page units per pixel of the screen, as state: it changes with the size of the window. */
function useUnit(svg: RefObject<SVGSVGElement | null>, visibleWidth: number): number {
  const [width, setWidth] = useState(800);
  useEffect(() => {
    const element = svg.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width || 800));
    observer.observe(element);
    return () => observer.disconnect();
  }, [svg]);
  return visibleWidth / width;
}

function memoizePrimitives(page: Drawing['page'], measure: Drawing['measure']) {
  const known = new WeakMap<SceneItem, ItemPrimitives>();
  return (item: SceneItem) => {
    const primitives = known.get(item) ?? drawItem(item, page, measure);
    known.set(item, primitives);
    return primitives;
  };
}

/** Primitives are computed once per item: an edit gives the items that it changes a new identity. */
function usePrimitives(page: Drawing['page'], measure: Drawing['measure']) {
  return useMemo(() => memoizePrimitives(page, measure), [page, measure]);
}

const Grid = ({ page, unit }: { page: Drawing['page']; unit: number }) => (
  <>
    <pattern id="drawing-grid" width={gridStep} height={gridStep} patternUnits="userSpaceOnUse">
      <circle
        cx={gridStep / 2}
        cy={gridStep / 2}
        r={1.1 * Math.max(unit, 0.8)}
        className="drawing-grid-dot"
      />
    </pattern>
    <rect
      x={-gridStep / 2}
      y={-gridStep / 2}
      width={page.width + gridStep}
      height={page.height + gridStep}
      fill="url(#drawing-grid)"
      transform={`translate(${gridStep / 2} ${gridStep / 2})`}
    />
  </>
);

function Anchor({ item, page, unit }: { item: SceneItem; page: Drawing['page']; unit: number }) {
  const { x, y, width, height } = boundsOf(item, page);
  const gap = 6 * unit;
  return (
    <rect
      x={x - gap}
      y={y - gap}
      width={width + 2 * gap}
      height={height + 2 * gap}
      rx={6 * unit}
      className="drawing-anchor"
      strokeWidth={3 * unit}
    />
  );
}

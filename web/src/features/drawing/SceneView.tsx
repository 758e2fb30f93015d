import type { Scene } from '@gyan/contract/scenes.ts';
import { memo } from 'react';
import { pageSize } from './geometry.ts';
import { useMeasure } from './measure.ts';
import { pageColors } from './palette.ts';
import { drawScene, fontFamily, fontWeight, type ItemMarks, textsOf } from './paths.ts';
import { roughMeasure } from './text-layout.ts';

/** The marks of one item as SVG. */
export const ItemView = memo(function ItemView({ marks, turn }: Omit<ItemMarks, 'id'>) {
  return (
    <g transform={turn && `rotate(${turn.angle} ${turn.x} ${turn.y})`}>
      {marks.map((mark) =>
        mark.kind === 'path' ? (
          <path
            key={mark.part}
            d={mark.d}
            fill={mark.fill ?? 'none'}
            stroke={mark.stroke}
            strokeWidth={mark.strokeWidth}
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        ) : (
          <text key={mark.part} fontSize={mark.size} fill={mark.fill} textAnchor={mark.anchor}>
            {mark.lines.map(({ text, x, y }) => (
              <tspan key={y} x={x} y={y}>
                {text}
              </tspan>
            ))}
          </text>
        ),
      )}
    </g>
  );
});

export const textAttributes = {
  fontFamily,
  fontWeight,
  textRendering: 'geometricPrecision',
  xmlSpace: 'preserve',
} as const;

interface SceneViewProps {
  scene: Scene;
  /** Where the photo of the background is. */
  photoUrl?: string | undefined;
  className?: string;
  /** Without one the drawing is decoration. */
  label?: string;
}

/** A scene as inline SVG, as wide as its place. */
export function SceneView({ scene, photoUrl, className, label }: SceneViewProps) {
  const measure = useMeasure(textsOf(scene));
  const { width, height } = pageSize(scene.ratio);
  const color = 'color' in scene.background ? pageColors[scene.background.color] : '#ffffff';
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className={className}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      {...textAttributes}
    >
      <rect width={width} height={height} fill={color} />
      {photoUrl && (
        <image href={photoUrl} width={width} height={height} preserveAspectRatio="xMidYMid slice" />
      )}
      {drawScene(scene, measure ?? roughMeasure).map((item) => (
        <ItemView key={item.id} marks={item.marks} turn={item.turn} />
      ))}
    </svg>
  );
}

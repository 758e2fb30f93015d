import type { Scene } from '@gyan/contract/scenes.ts';
import { memo } from 'react';
import { pageSize } from './geometry.ts';
import { useMeasure } from './measure.ts';
import { pageColors } from './palette.ts';
import { drawScene, fontFamily, fontWeight, type ItemPrimitives, textsOf } from './paths.ts';
import { roughMeasure } from './text-layout.ts';

/** The primitives of one item as SVG. */
export const ItemView = memo(function ItemView({ primitives, rotation }: Omit<ItemPrimitives, 'id'>) {
  return (
    <g transform={rotation && `rotate(${rotation.angle} ${rotation.x} ${rotation.y})`}>
      {primitives.map((primitive) =>
        primitive.kind === 'path' ? (
          <path
            key={primitive.part}
            d={primitive.d}
            fill={primitive.fill ?? 'none'}
            stroke={primitive.stroke}
            strokeWidth={primitive.strokeWidth}
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        ) : (
          <text
            key={primitive.part}
            fontSize={primitive.size}
            fill={primitive.fill}
            textAnchor={primitive.anchor}
          >
            {primitive.lines.map(({ text, x, y }) => (
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
        <ItemView key={item.id} primitives={item.primitives} rotation={item.rotation} />
      ))}
    </svg>
  );
}

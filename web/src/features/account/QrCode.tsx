import './account.css';
import { encode } from 'uqr';

const border = 2;

/** Dark on light in both colour schemes, because scanners need the contrast. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 0 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  const side = size + 2 * border;
  return (
    <svg className="qr-code" viewBox={`${-border} ${-border} ${side} ${side}`} shapeRendering="crispEdges">
      <title>{label}</title>
      <path d={dark.join('')} />
    </svg>
  );
}

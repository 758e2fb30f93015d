import { clsx } from 'clsx';
import { drawKolam, type Kolam } from './kolam.ts';

export interface CoverProps {
  /** Id and title together decide the drawing, so that it is the thing's own. */
  id: number | string;
  title: string;
  className?: string;
}

const drawn = new Map<string, Kolam>();
const mostDrawn = 500;

/** The server draws the same few hundred covers again and again; the oldest go first. */
function kolamOf(seed: string): Kolam {
  const known = drawn.get(seed);
  if (known) return known;
  const kolam = drawKolam(seed);
  if (drawn.size >= mostDrawn) {
    for (const oldest of drawn.keys()) {
      drawn.delete(oldest);
      break;
    }
  }
  drawn.set(seed, kolam);
  return kolam;
}

/** The picture of a thing without a picture. Decoration: the title always stands beside it. */
export function Cover({ id, title, className }: CoverProps) {
  const kolam = kolamOf(`${id}:${title}`);
  return (
    <svg
      className={clsx('cover', `tone-${kolam.tone}`, className)}
      viewBox={`0 0 ${kolam.width} ${kolam.height}`}
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={kolam.dots} strokeWidth={kolam.cell / 7} opacity="0.55" />
      <path d={kolam.line} strokeWidth={kolam.cell / 14} />
    </svg>
  );
}

import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { drawKolam, type Kolam } from './kolam.ts';

export interface CoverProps {
  /** Id and title together decide the drawing, so that it is the thing's own. */
  id: number | string;
  title: string;
  className?: string;
}

interface Drawing extends Kolam {
  inside: { dangerouslySetInnerHTML: { __html: string } } | { children: ReactNode };
}

/** The server writes it down once: React would look through the hundreds of curves of each line for what must not stand in HTML. */
function draw(seed: string): Drawing {
  const kolam = drawKolam(seed);
  const { dots, line, cell } = kolam;
  const inside = import.meta.env.SSR
    ? {
        dangerouslySetInnerHTML: {
          __html: `<path d="${dots}" stroke-width="${cell / 7}" opacity="0.55"></path><path d="${line}" stroke-width="${cell / 14}"></path>`,
        },
      }
    : {
        children: (
          <>
            <path d={dots} strokeWidth={cell / 7} opacity="0.55" />
            <path d={line} strokeWidth={cell / 14} />
          </>
        ),
      };
  return { ...kolam, inside };
}

const drawn = new Map<string, Drawing>();
const mostDrawn = 500;

/** The server draws the same few hundred covers again and again; the oldest go first. */
function drawingOf(seed: string): Drawing {
  const known = drawn.get(seed);
  if (known) return known;
  const kolam = draw(seed);
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
  const kolam = drawingOf(`${id}:${title}`);
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
      {...kolam.inside}
    />
  );
}

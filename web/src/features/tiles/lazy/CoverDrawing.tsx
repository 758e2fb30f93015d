import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { drawKolam, type Kolam } from '../kolam.ts';

interface Drawing extends Kolam {
  inside: { dangerouslySetInnerHTML: { __html: string } } | { children: ReactNode };
}

/** A string on the server, because React would escape hundreds of curves in each path. */
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

const cache = new Map<string, Drawing>();
const maxCached = 500;

/** A cache, since the server draws the same few hundred covers repeatedly. Evicts in insertion order. */
function drawingOf(seed: string): Drawing {
  const known = cache.get(seed);
  if (known) return known;
  const kolam = draw(seed);
  if (cache.size >= maxCached) {
    for (const oldest of cache.keys()) {
      cache.delete(oldest);
      break;
    }
  }
  cache.set(seed, kolam);
  return kolam;
}

export function CoverDrawing({ seed, className }: { seed: string; className: string | undefined }) {
  const kolam = drawingOf(seed);
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

import { clsx } from 'clsx';
import { lazyPart } from '#lib/lazy-part.tsx';
import { toneClass } from '#ui/tone.ts';

export interface CoverProps {
  /** Id and title seed the drawing. */
  id: number | string;
  title: string;
  className?: string;
}

/** Most content has a picture, so the code that draws is loaded with the first cover. The server preloads it. */
export const coverDrawing = lazyPart(async () => (await import('./lazy/CoverDrawing.tsx')).CoverDrawing);

/** The generated cover of an item without a picture. Decorative: the title is always beside it. */
export function Cover({ id, title, className }: CoverProps) {
  const seed = `${id}:${title}`;
  return (
    <coverDrawing.Component
      seed={seed}
      className={className}
      fallback={<span className={clsx('cover', toneClass(seed), className)} />}
    />
  );
}

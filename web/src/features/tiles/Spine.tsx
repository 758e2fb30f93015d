import { clsx } from 'clsx';
import { toneClass } from '#ui/tone.ts';

const maxTicks = 12;

/** A book spine with a tick per chapter. More chapters than fit end in dots. */
export function Spine({ seed, chapterCount }: { seed: string; chapterCount: number }) {
  const ticks = Math.min(chapterCount, maxTicks);
  const tickPath = Array.from({ length: ticks }, (_, index) => `M6 ${10 + index * 9}h8`).join('');
  const more = chapterCount > maxTicks ? `M10 ${10 + ticks * 9}h0M10 ${16 + ticks * 9}h0` : '';
  return (
    <svg
      className={clsx('spine', toneClass(seed))}
      viewBox="0 0 20 140"
      preserveAspectRatio="xMidYMin meet"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d={tickPath + more} />
    </svg>
  );
}

import type { SceneWidth } from '@gyan/contract/scenes.ts';

/** placeholder until text-layout */
export function textSize(text: string, width: SceneWidth, ratio: number, maxWidth: number) {
  const size = [0, 0.03, 0.042, 0.06, 0.09][width] ?? 0.04;
  const lines = Math.max(1, Math.ceil(([...text].length * size * 0.55) / maxWidth));
  return { w: Math.min(maxWidth, [...text].length * size * 0.55), h: lines * size * 1.25 };
}

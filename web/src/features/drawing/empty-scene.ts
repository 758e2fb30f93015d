import type { Scene } from '@gyan/contract/scenes.ts';

export const emptyScene: Scene = { version: 1, ratio: 4 / 3, background: { color: 'white' }, items: [] };

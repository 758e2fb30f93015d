import type { SceneColor, SceneWidth } from '@gyan/contract/scenes.ts';

/** A drawing is a picture: its colours are the same in light and dark. */
export const strokeColors: Record<SceneColor, string> = {
  black: '#1d1b16',
  grey: '#6b6557',
  red: '#a8231b',
  orange: '#b4520a',
  green: '#2a6a41',
  blue: '#2c479b',
  purple: '#6d2f66',
  white: '#ffffff',
};

export const fillColors: Record<SceneColor, string> = {
  black: '#e9e5da',
  grey: '#f1eee6',
  red: '#fbe4df',
  orange: '#fce9cf',
  green: '#dff0de',
  blue: '#e1e7f8',
  purple: '#f4e2ef',
  white: '#ffffff',
};

/** Of the page: white, black or a light colour. */
export const pageColors: Record<SceneColor, string> = { ...fillColors, black: '#23201a' };

/** In page units. */
export const strokeWidths: Record<SceneWidth, number> = { 1: 2.5, 2: 5, 3: 9, 4: 16 };
export const inkWidths: Record<SceneWidth, number> = { 1: 5, 2: 9, 3: 16, 4: 30 };

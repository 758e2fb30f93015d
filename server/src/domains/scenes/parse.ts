import type { FieldProblem } from '@gyan/contract/errors.ts';
import { type RegionModel, regionsOf, Scene, sceneLimits } from '@gyan/contract/scenes.ts';
import * as z from 'zod/mini';
import { isDeeperThan } from '#http/bodies.ts';
import { ProblemError } from '#http/problems.ts';
import { altTextOf, wordsOf } from './words.ts';

/** A scene that was checked, with what follows from it. */
export interface ParsedScene {
  scene: Scene;
  /** Without unknown fields. */
  json: string;
  regions: RegionModel[];
  altText: string;
  words: string;
  /** The key of the photo that was drawn on. */
  photoKey: string | undefined;
}

/** Deeper than any scene. */
const depthLimit = 10;
/** A scene can have thousands of wrong numbers. */
const mostFields = 20;

/** Throws `scene_invalid`, with the items that are wrong. */
export function parseScene(text: string): ParsedScene {
  const checked = z.safeParse(Scene, readJson(text));
  if (!checked.success) throw invalidScene(...checked.error.issues.slice(0, mostFields).map(fieldOf));
  const scene = checked.data;
  return {
    scene,
    json: JSON.stringify(scene),
    regions: regionsOf(scene),
    altText: altTextOf(scene),
    words: wordsOf(scene),
    photoKey: 'photo' in scene.background ? scene.background.photo : undefined,
  };
}

function readJson(text: string): unknown {
  if (text.length > sceneLimits.bytes || Buffer.byteLength(text) > sceneLimits.bytes) {
    throw invalidScene({
      field: 'scene',
      message: `A scene can have at most ${sceneLimits.bytes / 1000} kB`,
    });
  }
  const unreadable = { field: 'scene', message: 'Scene must be JSON text' };
  if (isDeeperThan(text, depthLimit)) throw invalidScene(unreadable);
  try {
    return JSON.parse(text);
  } catch {
    throw invalidScene(unreadable);
  }
}

function fieldOf({ path, message }: { path: PropertyKey[]; message: string }): FieldProblem {
  return { field: ['scene', ...path].join('.'), message };
}

export function invalidScene(...fields: FieldProblem[]): ProblemError {
  return new ProblemError('scene_invalid', fields[0]?.message, { fields });
}

export function sceneNeedsPicture(detail = 'A scene is sent together with its picture.'): ProblemError {
  return new ProblemError('scene_needs_picture', detail, {
    fields: [{ field: 'scene', message: detail }],
  });
}

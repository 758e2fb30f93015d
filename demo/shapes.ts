import type { Drawing } from './drawings/draw.ts';

export type DemoRole = 'kRegular' | 'kCreator' | 'kAdmin' | 'kSuperAdmin';
export type DemoQuality = 'kQualityGreat' | 'kQualityRegular';
export type PersonKey = 'asha' | 'tomas' | 'meera' | 'kofi' | 'lin' | 'ingrid' | 'arjun' | 'sofia';

/** A picture drawn as SVG without text and converted when the database is filled. */
export interface DemoPicture {
  drawing: Drawing;
  alt: string;
}

export interface DemoPerson extends DemoPicture {
  key: PersonKey;
  firstName: string;
  lastName: string;
  email: string;
  role: DemoRole;
  tags: readonly string[];
  bio?: string;
}

interface CardFields {
  key: string;
  owner: PersonKey;
  title: string;
  tags: readonly string[];
  ageHours: number;
  quality: DemoQuality;
}

interface CardBase extends CardFields, DemoPicture {}

/** Plain text; blank lines separate paragraphs. */
export interface PlainCard extends CardBase {
  type: 'kCustom';
  text: string;
}

export interface RichCard extends CardBase {
  type: 'kCustom';
  htmlDesc: string;
}

export interface AiCard extends CardBase {
  type: 'kAIAssisted';
  aiPrompt: string;
  aiModelName: string;
  htmlDesc: string;
}

export interface VideoCard extends CardBase {
  type: 'kVideo';
  videoProvider: 'kYoutube';
  videoId: string;
  text: string;
}

/** A labelled drawing, made as authors make theirs. Its image description lists the labels. */
export interface DrawnCard extends CardFields {
  type: 'kDrawn';
  text: string;
  /** The name of its scene and its picture in `demo/scenes`; `scripts/demo-pictures.js` draws the picture. */
  scene: string;
}

export type DemoCard = PlainCard | RichCard | AiCard | VideoCard | DrawnCard;

const folder = new URL('scenes/', import.meta.url);
export const sceneFile = ({ scene }: DrawnCard) => new URL(`${scene}.json`, folder);
export const scenePicture = ({ scene }: DrawnCard) => new URL(`${scene}.webp`, folder);

export interface DemoChain {
  key: string;
  title: string;
  desc: string;
  owner: PersonKey;
  cards: readonly string[];
  ageHours: number;
  quality: DemoQuality;
}

export interface DemoSubject extends DemoPicture {
  key: string;
  title: string;
  desc: string;
  owner: PersonKey;
  chains: readonly string[];
  ageHours: number;
  quality: DemoQuality;
}

/** A subject with its chains and cards. */
export interface DemoSubjectBook {
  subject: DemoSubject;
  chains: readonly DemoChain[];
  cards: readonly DemoCard[];
}

export interface DemoTopic extends DemoPicture {
  key: string;
  name: string;
}

export const demoModelName = 'demo-model';

/** Paragraphs of plain text. */
export const prose = (...paragraphs: readonly string[]) => paragraphs.join('\n\n');

/** Blocks of simple HTML. */
export const html = (...blocks: readonly string[]) => blocks.join('');

import type { DemoCard, DemoChain, DemoSubject, DemoSubjectBook } from './shapes.ts';
import { cell } from './subjects/cell.ts';
import { light } from './subjects/light.ts';
import { maps } from './subjects/maps.ts';
import { numbers } from './subjects/numbers.ts';
import { sky } from './subjects/sky.ts';
import { sound } from './subjects/sound.ts';

const books: readonly DemoSubjectBook[] = [light, numbers, cell, maps, sound, sky];

/** A chain outside any subject, with one card from each subject. */
const startHere: DemoChain = {
  key: 'start-here',
  title: 'Start here: six things worth knowing',
  desc: 'One card from every subject. Read them in order, then follow the one that made you frown.',
  owner: 'asha',
  cards: [
    'numbers-fold',
    'light-mirror',
    'cell-mitochondria',
    'maps-mercator',
    'sound-teental',
    'sky-lookback',
  ],
  ageHours: 60,
  quality: 'kQualityGreat',
};

export const demoCards: readonly DemoCard[] = books.flatMap((book) => book.cards);
export const demoChains: readonly DemoChain[] = [...books.flatMap((book) => book.chains), startHere];
export const demoSubjects: readonly DemoSubject[] = books.map((book) => book.subject);

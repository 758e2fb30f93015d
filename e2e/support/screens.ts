import type { Things } from './things.ts';

/** Every screen a visitor can reach. */
export const publicScreens = (things: Things) => [
  '/',
  '/tns',
  '/tgc',
  '/tgg',
  '/lsv',
  things.card.path,
  things.chain.path,
  things.subject.path,
  '/login',
  '/privacy',
  '/terms',
  '/register',
  '/no-such-page',
];

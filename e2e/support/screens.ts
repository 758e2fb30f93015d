import type { Things } from './things.ts';

/** Every screen a visitor can reach. */
export const publicScreens = (things: Things) => [
  '/',
  '/tns',
  '/tgc',
  '/tgg',
  '/lsv',
  '/psl',
  '/psl?q=light',
  things.card.path,
  things.chain.path,
  things.subject.path,
  things.person.path,
  '/login',
  '/register',
  '/rpr',
  '/ve',
  '/privacy',
  '/terms',
  '/no-such-page',
];

import type { Things } from './things.ts';

/** Every screen a visitor can reach. */
export const publicScreens = (things: Things) => [
  '/',
  '/tns',
  '/tgc',
  '/tgg',
  '/psl',
  '/psl?q=light',
  '/lsv',
  things.card.path,
  things.chain.path,
  things.subject.path,
  things.inChain.path,
  things.inSubject.path,
  '/login',
  '/privacy',
  '/terms',
  '/register',
  '/no-such-page',
];

/** Where chains and subjects are made and put in order. */
export const authoringScreens = ({ subjectId, chain }: { subjectId: number; chain: number }) => [
  '/csv',
  '/ccv',
  `/ccv?sub=${subjectId}`,
  '/esv',
  `/scev/${subjectId}`,
  '/ecv',
  `/ecpv/${chain}`,
  `/ecpv/${chain}?tab=search`,
  '/mgc',
];

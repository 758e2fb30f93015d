import type { DemoContent } from './demo-content.ts';

/** Every public page. */
export const publicScreens = (content: DemoContent) => [
  '/',
  '/tns',
  '/tgc',
  '/tgg',
  '/psl',
  '/psl?q=light',
  '/lsv',
  '/learn',
  content.card.path,
  content.chain.path,
  content.subject.path,
  content.inChain.path,
  content.inSubject.path,
  '/login',
  '/privacy',
  '/terms',
  '/rules',
  '/report',
  '/register',
  '/unsubscribe?t=none',
  '/nm?t=none',
  '/ce?t=none',
  '/offline',
  '/no-such-page',
];

/** One public page of each layout. */
export const templates = ({ card, subject, inSubject }: DemoContent) => [
  '/',
  '/tns',
  '/psl?q=light',
  card.path,
  subject.path,
  inSubject.path,
  '/register',
  '/privacy',
];

/** Pages that create and edit chains and subjects. */
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

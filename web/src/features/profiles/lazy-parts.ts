import { lazyPart } from '#lib/lazy-part.tsx';

/** Only for people who are signed in. */
export const memberActs = lazyPart(async () => (await import('./lazy/MemberActs.tsx')).MemberActs);

import { lazyPart } from '#lib/lazy-part.tsx';

/** Loaded only for signed-in users. */
export const memberActs = lazyPart(async () => (await import('./lazy/MemberActs.tsx')).MemberActs);

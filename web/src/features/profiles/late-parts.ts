import { late } from '#lib/late.tsx';

/** Only for people who are signed in. */
export const memberActs = late(async () => (await import('./late/MemberActs.tsx')).MemberActs);

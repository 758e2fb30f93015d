import { late } from '#lib/late.tsx';

/** Only for people who are signed in. */
export const memberNav = late(async () => (await import('./MemberNav.tsx')).MemberNav);

/** Only when something went wrong. */
export const errorNotice = late(async () => (await import('./ErrorNotice.tsx')).ErrorNotice);

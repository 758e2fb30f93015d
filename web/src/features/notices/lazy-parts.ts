import { lazyPart } from '#lib/lazy-part.tsx';

/** Loaded when the bell is pressed. */
export const noticePanel = lazyPart(async () => (await import('./lazy/NoticePanel.tsx')).NoticePanel);

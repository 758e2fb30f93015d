import { lazyPart } from '#lib/lazy-part.tsx';

/** The second step of a sign-in, which most users do not have. */
export const secondStep = lazyPart(async () => (await import('./lazy/SecondStep.tsx')).SecondStep);

import { lazyPart } from '#lib/lazy-part.tsx';

export const foundPeople = lazyPart(async () => (await import('./FoundPeople.tsx')).FoundPeople);

import { lazyPart } from '#lib/lazy-part.tsx';

export const foundPeople = lazyPart(async () => (await import('./PeopleResults.tsx')).PeopleResults);

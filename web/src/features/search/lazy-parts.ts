import { lazyPart } from '#lib/lazy-part.tsx';

export const peopleResults = lazyPart(async () => (await import('./PeopleResults.tsx')).PeopleResults);

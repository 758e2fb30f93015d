import { late } from '#lib/late.tsx';

export const foundPeople = late(async () => (await import('./FoundPeople.tsx')).FoundPeople);

import type { EntityRef } from '#features/entities/store.ts';

/** What can be saved. */
export type SaveTarget = EntityRef & { title: string };

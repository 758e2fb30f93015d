import type { Grade } from '@gyan/contract/learning.ts';

/** The labels of a picture in a review, by id: which are uncovered, and which of these the learner missed. */
export interface Recall {
  uncovered: readonly string[];
  missed: readonly string[];
}

interface Labelled {
  id: string;
}

export const nothingRecalled: Recall = { uncovered: [], missed: [] };

/** The first press uncovers a label as recalled; further ones mark it as missed and as recalled again. */
export function pressLabel({ uncovered, missed }: Recall, id: string): Recall {
  if (!uncovered.includes(id)) return { uncovered: [...uncovered, id], missed };
  return {
    uncovered,
    missed: missed.includes(id) ? missed.filter((other) => other !== id) : [...missed, id],
  };
}

/** With the answer all labels are shown. */
export const uncoverAll = ({ missed }: Recall, regions: readonly Labelled[]): Recall => ({
  uncovered: regions.map(({ id }) => id),
  missed,
});

export const nextHidden = ({ uncovered }: Recall, regions: readonly Labelled[]): string | undefined =>
  regions.find(({ id }) => !uncovered.includes(id))?.id;

/** Easy is never proposed: only the learner knows how much work it was. */
export function proposedGrade({ missed }: Recall, count: number): Grade {
  const share = count === 0 ? 1 : 1 - missed.length / count;
  return share >= 0.9 ? 3 : share >= 0.6 ? 2 : 1;
}

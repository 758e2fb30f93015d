/** A test of `npm test` (file and title) or a torture script, and the planted defect that made it fail. */
export type Proof = ({ file: string; test?: string } | { torture: string }) & { broken: string };

export interface Promised {
  /** Number or name by which it is referred to. */
  number: string;
  text: string;
  proofs: readonly Proof[];
}

export const domains = 'server/src/domains';

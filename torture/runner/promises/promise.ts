/** A test of `npm test`, by its file and its title, or a script of this folder; and what was done to see it fail. */
export type Proof = ({ file: string; test?: string } | { torture: string }) & { broken: string };

export interface Promised {
  /** As others refer to it. */
  number: string;
  says: string;
  proofs: readonly Proof[];
}

export const rooms = 'server/src/domains';

/** A test of `npm test`, by its file and its title, or a script of this folder; and what was done to see it fail. */
export type Proof = ({ file: string; test?: string } | { torture: string }) & { broken: string };

export interface Promised {
  /** As others refer to it. */
  number: string;
  says: string;
  proofs: readonly Proof[];
}

export const promises: readonly Promised[] = [
  {
    number: '1',
    says: 'What has been answered is still there after the server, the database or both were killed, and nothing is there by half.',
    proofs: [{ torture: 'kill', broken: '' }],
  },
  {
    number: '2',
    says: 'Asking again with the same key gives the same answer and makes nothing twice, whatever died in between.',
    proofs: [{ torture: 'kill', broken: '' }],
  },
  {
    number: '20',
    says: 'What others are slow at, or what is much work, slows down nothing else.',
    proofs: [{ torture: 'uploads', broken: '' }],
  },
];

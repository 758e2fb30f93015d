/** The person who has been learning for three weeks. */
export interface DemoLearner {
  person: string;
  /** The subjects they have read to the end. */
  finished: readonly string[];
  /** The subject they are in the middle of, and how many of its cards they have read. */
  begun: string;
  readOfBegun: number;
}

export const demoLearner: DemoLearner = {
  person: 'arjun',
  finished: ['sky', 'numbers', 'sound'],
  begun: 'light',
  readOfBegun: 6,
};

export interface Counts {
  total: number;
  readCount: number;
  knownCount: number;
}

/** One line about a chain or subject: what is known once something is, else what was read. */
export function progressText({ total, readCount, knownCount }: Counts): string {
  if (total === 0 || readCount === 0) return 'Not begun yet';
  if (knownCount === total) return total === 1 ? 'You know it' : `You know all ${total}`;
  if (knownCount > 0) return `You know ${knownCount} of ${total}`;
  if (readCount === total) return total === 1 ? 'Read' : `You have read all ${total}`;
  return `You have read ${readCount} of ${total}`;
}

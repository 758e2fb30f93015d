/** What looked like a picture is none, or not a whole one. */
export class UnreadableError extends Error {
  override name = 'UnreadableError';
}

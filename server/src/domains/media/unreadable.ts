/** The bytes are not a picture, or not a complete one. */
export class UnreadableError extends Error {
  override name = 'UnreadableError';
}

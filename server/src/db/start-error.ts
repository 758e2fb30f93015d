/** Something that keeps the server from starting and that a person can set right; its message is one sentence. */
export class StartError extends Error {
  override name = 'StartError';
}

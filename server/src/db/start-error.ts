/** A reason why the server cannot start that the operator can fix; its message is one sentence. */
export class StartError extends Error {
  override name = 'StartError';
}

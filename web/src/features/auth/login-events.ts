/** The ways in which a sign-in at the provider can fail. */
export type LoginEvent =
  | 'cancelled'
  | 'discovery_error'
  | 'code_error'
  | 'token_error'
  | 'invalid_nonce_in_state'
  | 'token_validation_error';

const messages: Record<LoginEvent, string> = {
  cancelled: 'You stopped signing in with Google. Nothing has changed.',
  discovery_error: 'We could not reach Google. Check your connection and try again.',
  code_error: 'Google did not let this sign-in through. Please try again.',
  token_error: 'Google did not complete this sign-in. Please try again.',
  invalid_nonce_in_state:
    'This sign-in was begun in another window, or too long ago. Please start again from here.',
  token_validation_error:
    'We could not make sure that the answer came from Google for this sign-in. Please try again.',
};

/** Its message is shown to the user. */
export class LoginFailure extends Error {
  override readonly name = 'LoginFailure';
  readonly event: LoginEvent;

  constructor(event: LoginEvent, cause?: unknown) {
    super(messages[event], { cause });
    this.event = event;
  }
}

/** Maps the provider's error code in the return URL. */
export const refusedEvent = (error: string): LoginEvent =>
  error === 'access_denied' || error === 'user_cancelled_login' ? 'cancelled' : 'code_error';

const failedChecks = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_PARSE_ERROR',
  'OAUTH_UNSUPPORTED_OPERATION',
]);

/** Tells a failed request from an invalid identity token. */
export function exchangeEvent(error: unknown): LoginEvent {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return failedChecks.has(code) ? 'token_validation_error' : 'token_error';
}

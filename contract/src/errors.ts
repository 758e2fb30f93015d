import * as z from 'zod/mini';

/** Every problem a call can return: its stable code, HTTP status and title. */
export const problems = {
  invalid_input: { status: 400, title: 'Invalid input' },
  invalid_cursor: { status: 400, title: 'Invalid cursor' },
  invalid_credentials: { status: 400, title: 'Sign-in failed' },
  token_invalid: { status: 400, title: 'Link not valid' },
  second_factor_invalid: { status: 400, title: 'Second factor not valid' },
  /** New accounts cannot post links yet. */
  new_account_link: { status: 400, title: 'No links yet' },
  /** A scene without a new picture of it, or a drawn card without a scene. */
  scene_needs_picture: { status: 400, title: 'Picture of the scene missing' },
  /** `fields` names the item, as in `scene.items.3.color`. */
  scene_invalid: { status: 400, title: 'Invalid scene' },
  unauthenticated: { status: 401, title: 'Not signed in' },
  forbidden: { status: 403, title: 'Not allowed' },
  email_unverified: { status: 403, title: 'E-mail address not verified' },
  license_forbids: { status: 403, title: 'Not allowed by the licence' },
  reauth_required: { status: 403, title: 'Please confirm your password' },
  /** Admins of this site need a second factor first. */
  second_factor_required: { status: 403, title: 'Second factor required' },
  suspended: { status: 403, title: 'Account suspended' },
  new_account_invite: { status: 403, title: 'No invitations yet' },
  csrf: { status: 403, title: 'Request could not be verified' },
  not_found: { status: 404, title: 'Not found' },
  conflict: { status: 409, title: 'Conflict' },
  /** Another editor has saved the object since the sender read it. */
  edited_elsewhere: { status: 409, title: 'Edited elsewhere' },
  card_locked: { status: 409, title: 'Card is locked' },
  too_large: { status: 413, title: 'Too large' },
  uri_too_long: { status: 414, title: 'Address too long' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  new_account_limit: { status: 429, title: 'Limit of new accounts' },
  internal: { status: 500, title: 'Something went wrong' },
  format_unknown: { status: 501, title: 'Format not offered' },
  unavailable: { status: 503, title: 'Temporarily unavailable' },
  ai_not_configured: { status: 503, title: 'AI is not set up' },
  ai_unavailable: { status: 503, title: 'AI is not reachable' },
  google_not_configured: { status: 503, title: 'Google sign-in is not set up' },
  facebook_not_configured: { status: 503, title: 'Facebook sign-in is not set up' },
  video_unavailable: { status: 503, title: 'Video details are not reachable' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problems;

export const FieldProblem = z.object({ field: z.string(), message: z.string() });
export type FieldProblem = z.infer<typeof FieldProblem>;

/** The body of every error response, `application/problem+json`. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  /** A sentence that can be shown to users. */
  detail: z.string(),
  code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]),
  fields: z.optional(z.array(FieldProblem)),
  /** Identifies the request in the server's log. */
  requestId: z.optional(z.string()),
});
export type Problem = z.infer<typeof Problem>;

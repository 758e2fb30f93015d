import * as z from 'zod/mini';

/**
 * Who finds a card, chain or subject: `draft` only its owner and admins, `unlisted` everybody who has the link,
 * `public` everybody.
 */
export const Visibility = z.enum(
  ['draft', 'unlisted', 'public'],
  'Visibility must be draft, unlisted or public',
);
export type Visibility = z.infer<typeof Visibility>;

import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { lengths } from './limits.ts';
import { PageQuery, pageAnswer } from './page.ts';
import { Done, Id, Nanoseconds } from './scalars.ts';
import { optionalText, requiredText } from './text.ts';

const Kind = z.enum(['feedback', 'contact'], 'Kind must be feedback or contact');

/** Only the message is validated. */
export const FeedbackForm = z.object({
  name: optionalText({ label: 'Name', max: lengths.personName, isName: true }),
  emailId: optionalText({ label: 'E-mail', max: lengths.email }),
  feedback: requiredText({
    label: 'Message',
    max: lengths.message,
    missing: 'Message needs to be specified',
    lines: 'many',
  }),
  /** Marks the contact form of the landing page, which uses the same call. */
  kind: z.optional(Kind),
});

export const FeedbackModel = z.object({
  id: Id,
  kind: Kind,
  name: z.nullish(z.string()),
  emailId: z.nullish(z.string()),
  feedback: z.string(),
  createdAt: Nanoseconds,
});
export type FeedbackModel = z.infer<typeof FeedbackModel>;

const tag = 'Feedback';

export const feedbackCalls = defineCalls({
  'POST /feedback': {
    summary: 'Tell the people who run this place something',
    tag,
    who: 'anyone',
    body: FeedbackForm,
    answer: Done,
    limit: 'feedback',
  },
  'GET /r/feedback': {
    summary: 'What people told us, newest first',
    tag,
    who: 'admin',
    query: PageQuery,
    answer: z.object({ feedbackModelVec: z.array(FeedbackModel), ...pageAnswer }),
  },
});

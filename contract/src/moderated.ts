import * as z from 'zod/mini';
import { Id } from './scalars.ts';

export const reportReasons = [
  'spam',
  'abuse',
  'wrong',
  'copyright',
  'unsafe',
  'impersonation',
  'illegal',
  'other',
] as const;
/** Reasons of reports are also the rules that acts refer to. */
export const ReportReason = z.enum(reportReasons, `Reason must be one of ${reportReasons.join(', ')}`);
export type ReportReason = z.infer<typeof ReportReason>;

/** On models of hidden objects, for their owner and admins. */
export const Moderation = z.object({
  state: z.literal('hidden'),
  actId: Id,
  rule: z.nullish(ReportReason),
  text: z.nullish(z.string()),
});
export type Moderation = z.infer<typeof Moderation>;

import { actSentence, appealableActs } from '@gyan/contract/moderation-acts.ts';
import type { Config } from '#config.ts';
import type { Transaction } from '#db/pool.ts';
import { queueMail } from '#domains/mail/actions.ts';
import { consumeMailBudget } from '#domains/mail/budget.ts';
import { emailLink } from '#domains/mail/emails.ts';
import { appealDecidedEmail, reportAnsweredEmail, statementEmail } from '#domains/mail/moderation-emails.ts';
import { tell } from '#domains/notices/tell.ts';
import { findRecipient, type NewAct } from './queries.ts';
import { scopeOf } from './view.ts';

export type MailConfig = Pick<Config, 'publicUrl' | 'mailFrom' | 'rateLimits' | 'limits'>;

const kind = 'moderation';

/** Notifies the owner of an act, by a notice and an e-mail with its reasons. */
export async function tellOwner(
  tx: Transaction,
  config: MailConfig,
  act: NewAct & { actId: number },
): Promise<void> {
  const { ownerId, adminId, actId } = act;
  if (ownerId === null || ownerId === adminId || act.act === 'dismiss') return;
  const object = { kind: act.kind, id: act.id };
  await tell(tx, [ownerId], { kind, object, ownerId, actorId: null, detail: `${act.act}:${actId}` });
  const recipient = await findRecipient(tx, ownerId);
  if (!recipient) return;
  const url = emailLink(config.publicUrl, '/statements');
  await queueMail(tx, config, {
    to: recipient.email,
    kind,
    content: statementEmail({
      firstName: recipient.firstName,
      what: actSentence(act.act, act.kind, act.title),
      scope: scopeOf(act.act, act.until?.getTime() ?? null),
      rule: act.rule,
      text: act.text,
      automated: adminId === null,
      appealUrl: appealableActs.has(act.act) ? `${url}#act-${actId}` : undefined,
      url,
    }),
  });
}

/** Tells those who reported it: members by a notice, visitors by e-mail. */
export async function tellReporters(
  tx: Transaction,
  config: MailConfig,
  reporters: readonly { id: number; reporterId: number | null; email: string | null }[],
  acted: boolean,
): Promise<void> {
  const outcome = acted ? 'acted' : 'dismissed';
  for (const { id, reporterId, email } of reporters) {
    if (reporterId !== null) {
      // The object may be hidden by now, so that the notice is about the reporter.
      const object = { kind: 'user', id: reporterId } as const;
      const detail = `report-${outcome}:${id}`;
      await tell(tx, [reporterId], { kind, object, ownerId: reporterId, actorId: null, detail });
    } else if (email !== null && (await consumeMailBudget(tx, config, email))) {
      const content = reportAnsweredEmail({ acted, url: emailLink(config.publicUrl, '/rules') });
      await queueMail(tx, config, { to: email, kind: 'report-answered', content });
    }
  }
}

export async function tellOfAppeal(
  tx: Transaction,
  config: MailConfig,
  appeal: { ownerId: number; actId: number; upheld: boolean; replaced: boolean; answer: string },
): Promise<void> {
  const { ownerId, actId, upheld, replaced, answer } = appeal;
  const object = { kind: 'user', id: ownerId } as const;
  const detail = `appeal-${upheld ? 'upheld' : 'declined'}:${actId}`;
  await tell(tx, [ownerId], { kind, object, ownerId, actorId: null, detail });
  const recipient = await findRecipient(tx, ownerId);
  if (!recipient) return;
  const url = `${emailLink(config.publicUrl, '/statements')}#act-${actId}`;
  const content = appealDecidedEmail({ firstName: recipient.firstName, upheld, replaced, answer, url });
  await queueMail(tx, config, { to: recipient.email, kind, content });
}

import '../moderation.css';
import type { ActModel, ModeratedObject } from '@gyan/contract/moderation.ts';
import { TimeAgo } from '#lib/TimeAgo.tsx';
import { displayName } from '#lib/text.ts';
import { Link } from '#ui/Link.tsx';
import { Tag } from '#ui/Tag.tsx';
import { actNames, kindNames, rules } from '../texts.ts';

const dayOf = (milliseconds: number) =>
  new Date(milliseconds).toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric' });

/** When a suspension ends, after “suspended”. */
export const untilText = (until: number | null | undefined) =>
  until == null ? 'for good' : `until ${dayOf(until)}`;

export function ObjectLink({ object: { kind, title, href } }: { object: ModeratedObject }) {
  const name = title === '' ? `a ${kindNames[kind]}` : title;
  return href ? (
    <Link className="link" to={href}>
      {name}
    </Link>
  ) : (
    name
  );
}

interface ActFactsProps {
  act: ActModel;
  object?: ModeratedObject;
}

/** One line of the log, with its reasons. */
export function ActFacts({ act, object }: ActFactsProps) {
  return (
    <div className="act-facts">
      <p>
        <strong>{actNames[act.act]}</strong>
        {act.act === 'suspend' && ` ${untilText(act.until)}`}
        {object && (
          <>
            : <ObjectLink object={object} />
          </>
        )}{' '}
        {act.rule && <Tag>{rules[act.rule].name}</Tag>}{' '}
        {act.appealModel && <Tag tone="link">Appeal {act.appealModel.state}</Tag>}
      </p>
      {act.text && <p className="act-text">{act.text}</p>}
      <p className="meta">
        {act.automated ? 'Automatic' : act.adminModel ? displayName(act.adminModel) : 'A former admin'} ·{' '}
        <TimeAgo nanoseconds={act.createdAt} />
      </p>
    </div>
  );
}

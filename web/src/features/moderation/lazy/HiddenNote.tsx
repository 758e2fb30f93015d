import type { Moderation } from '@gyan/contract/moderated.ts';
import { paths } from '#lib/paths.ts';
import { Alert } from '#ui/Alert.tsx';
import { Link } from '#ui/Link.tsx';
import { rules } from '../texts.ts';

interface HiddenNoteProps {
  noun: string;
  moderation: Moderation;
  /** Its owner can appeal. */
  isOwn: boolean;
}

/** Tells the owner of a hidden object, and admins, why others do not see it. */
export function HiddenNote({ noun, moderation: { actId, rule, text }, isOwn }: HiddenNoteProps) {
  return (
    <Alert title={`This ${noun} is hidden`}>
      <p>
        {isOwn ? 'Only you and the admins see it. ' : 'Only its owner and the admins see it. '}
        {rule && `The rule: ${rules[rule].name}. `}
        {text}
      </p>
      {isOwn && (
        <Link className="link" to={paths.statement(actId)}>
          Read the reasons, or appeal
        </Link>
      )}
    </Alert>
  );
}

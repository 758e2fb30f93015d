import type { ConnReqModel } from '@gyan/contract/connections.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import { Mail } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { UserCard } from '#features/users/UserCard.tsx';
import { TimeAgo } from '#lib/TimeAgo.tsx';
import { displayName } from '#lib/text.ts';
import { Button } from '#ui/Button.tsx';
import { confirmations } from './action-texts.ts';
import { ConfirmAction } from './ConfirmAction.tsx';
import type { ConnectionAction } from './connection-state.ts';

interface PersonRowProps {
  user: UserModel;
  note?: ReactNode;
  action: ConnectionAction;
  /** The button's label; the user's name follows for screen readers. */
  label: string;
  onAction: (user: UserModel, action: ConnectionAction) => void;
}

/** A user in a list whose members all have the same connection state, with one action. */
export function PersonRow({ user, note, action, label, onAction }: PersonRowProps) {
  const [confirming, setConfirming] = useState(false);
  const name = displayName(user);
  const perform = () => {
    setConfirming(false);
    onAction(user, action);
  };
  return (
    <>
      <UserCard
        user={user}
        note={note}
        short
        actions={
          <Button size="sm" onClick={() => (confirmations[action] ? setConfirming(true) : perform())}>
            {label}
            <span className="sr-only"> {name}</span>
          </Button>
        }
      />
      {confirming && (
        <ConfirmAction
          action={action}
          name={name}
          onConfirm={perform}
          onCancel={() => setConfirming(false)}
        />
      )}
    </>
  );
}

interface InvitedRowProps {
  request: ConnReqModel;
  onWithdraw: () => void;
}

/** An invited e-mail address without an account. */
export function InvitedRow({ request: { emailId, createdAt }, onWithdraw }: InvitedRowProps) {
  return (
    <div className="user-card user-card-short">
      <span className="invited-icon">
        <Mail size={24} aria-hidden="true" />
      </span>
      <div className="user-card-text">
        <p className="user-card-address">{emailId}</p>
        <p className="user-card-note">
          Invited by e-mail: <TimeAgo nanoseconds={createdAt} />
        </p>
      </div>
      <div className="user-card-actions">
        <Button size="sm" onClick={onWithdraw}>
          Withdraw<span className="sr-only"> the invitation to {emailId}</span>
        </Button>
      </div>
    </div>
  );
}

import './connections.css';
import type { UserModel } from '@gyan/contract/users.ts';
import { Check, ChevronDown, Clock, UserPlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useViewer } from '#features/session/store.ts';
import { displayName } from '#lib/text.ts';
import { Button } from '#ui/Button.tsx';
import { Menu } from '#ui/Menu.tsx';
import { confirmations } from './action-texts.ts';
import { useConnectionAction } from './api.ts';
import { ConfirmAction } from './ConfirmAction.tsx';
import { type ConnectionAction, connectionStateOf } from './connection-state.ts';

interface ConnectionButtonProps {
  user: UserModel;
  size?: 'sm' | 'md';
}

/** Shows the viewer's connection to a user and the possible actions. */
export function ConnectionButton({ user, size = 'sm' }: ConnectionButtonProps) {
  const viewer = useViewer();
  if (viewer.status !== 'in' || viewer.user.userId === user.userId) return null;
  return <Buttons user={user} size={size} />;
}

function Buttons({ user, size }: Required<ConnectionButtonProps>) {
  const name = displayName(user);
  const state = connectionStateOf(user);
  const action = useConnectionAction();
  const [confirming, setConfirming] = useState<ConnectionAction>();
  const group = useRef<HTMLDivElement>(null);
  const lastState = useRef(state);

  useEffect(() => {
    if (lastState.current === state) return;
    lastState.current = state;
    // The pressed button unmounts: focus the one that replaces it.
    if (document.activeElement === null || document.activeElement === document.body) {
      group.current?.querySelector('button')?.focus();
    }
  }, [state]);

  const perform = (wanted: ConnectionAction) => {
    setConfirming(undefined);
    action.mutate({ user, action: wanted });
  };
  const press = (wanted: ConnectionAction) => {
    if (action.isPending) return;
    if (confirmations[wanted]) setConfirming(wanted);
    else perform(wanted);
  };

  return (
    <div ref={group} className="connection">
      {state === 'none' && (
        <Button size={size} icon={<UserPlus size={18} aria-hidden="true" />} onClick={() => press('send')}>
          Send Connection Request<span className="sr-only"> to {name}</span>
        </Button>
      )}
      {state === 'sent' && (
        <Menu
          variant="outline"
          size={size}
          groups={[{ items: [{ label: 'Withdraw request', onSelect: () => press('withdraw') }] }]}
        >
          <Clock size={18} aria-hidden="true" />
          <span>
            Sent Connection Request<span className="sr-only"> to {name}</span>
          </span>
          <ChevronDown size={16} aria-hidden="true" />
        </Menu>
      )}
      {state === 'received' && (
        <>
          <Button size={size} variant="primary" onClick={() => press('accept')}>
            Accept Connection Request<span className="sr-only"> of {name}</span>
          </Button>
          <Button size={size} variant="quiet" onClick={() => press('decline')}>
            Decline<span className="sr-only"> the request of {name}</span>
          </Button>
        </>
      )}
      {state === 'connected' && (
        <Menu
          variant="outline"
          size={size}
          groups={[{ items: [{ label: 'Remove connection', onSelect: () => press('remove') }] }]}
        >
          <Check size={18} aria-hidden="true" />
          <span>
            Connected<span className="sr-only"> with {name}</span>
          </span>
          <ChevronDown size={16} aria-hidden="true" />
        </Menu>
      )}
      {state === 'blocked' && (
        <Button size={size} onClick={() => press('unblock')}>
          Unblock<span className="sr-only"> {name}</span>
        </Button>
      )}
      {confirming && (
        <ConfirmAction
          action={confirming}
          name={name}
          onConfirm={() => perform(confirming)}
          onCancel={() => setConfirming(undefined)}
        />
      )}
    </div>
  );
}

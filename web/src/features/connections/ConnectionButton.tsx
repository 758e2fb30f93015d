import './connections.css';
import type { UserModel } from '@gyan/contract/users.ts';
import { Check, ChevronDown, Clock, UserPlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useViewer } from '#features/session/store.ts';
import { displayName } from '#lib/text.ts';
import { Button } from '#ui/Button.tsx';
import { Menu } from '#ui/Menu.tsx';
import { ActQuestion } from './ActQuestion.tsx';
import { useConnectionAct } from './api.ts';
import { type Act, standingOf } from './standing.ts';
import { questions } from './words.ts';

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
  const standing = standingOf(user);
  const act = useConnectionAct();
  const [asked, setAsked] = useState<Act>();
  const group = useRef<HTMLDivElement>(null);
  const wasStanding = useRef(standing);

  useEffect(() => {
    if (wasStanding.current === standing) return;
    wasStanding.current = standing;
    // The pressed button unmounts: focus the one that replaces it.
    if (document.activeElement === null || document.activeElement === document.body) {
      group.current?.querySelector('button')?.focus();
    }
  }, [standing]);

  const perform = (wanted: Act) => {
    setAsked(undefined);
    act.mutate({ user, act: wanted });
  };
  const press = (wanted: Act) => {
    if (act.isPending) return;
    if (questions[wanted]) setAsked(wanted);
    else perform(wanted);
  };

  return (
    <div ref={group} className="connection">
      {standing === 'none' && (
        <Button size={size} icon={<UserPlus size={18} aria-hidden="true" />} onClick={() => press('send')}>
          Send Connection Request<span className="sr-only"> to {name}</span>
        </Button>
      )}
      {standing === 'sent' && (
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
      {standing === 'received' && (
        <>
          <Button size={size} variant="primary" onClick={() => press('accept')}>
            Accept Connection Request<span className="sr-only"> of {name}</span>
          </Button>
          <Button size={size} variant="quiet" onClick={() => press('decline')}>
            Decline<span className="sr-only"> the request of {name}</span>
          </Button>
        </>
      )}
      {standing === 'connected' && (
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
      {standing === 'blocked' && (
        <Button size={size} onClick={() => press('unblock')}>
          Unblock<span className="sr-only"> {name}</span>
        </Button>
      )}
      {asked && (
        <ActQuestion
          act={asked}
          name={name}
          onConfirm={() => perform(asked)}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}

import '#lib/paged-list.css';
import './account.css';
import type { FactorModel } from '@gyan/contract/factors.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Smartphone } from 'lucide-react';
import { useRef, useState } from 'react';
import { api } from '#features/session/actions.ts';
import { QueryError } from '#lib/QueryError.tsx';
import { millisecondsOf } from '#lib/relative-time.ts';
import { TimeAgo } from '#lib/TimeAgo.tsx';
import { announce } from '#ui/announcer.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tag } from '#ui/Tag.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { FactorsEnding } from './FactorsEnding.tsx';
import { factorKinds, factorsOf, refusalText } from './factors.ts';
import { NewPasskeyDialog } from './NewPasskeyDialog.tsx';
import { NewTotpDialog } from './NewTotpDialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useStepUp } from './use-step-up.tsx';

/** Passkeys, authenticator apps and recovery codes. */
export function FactorSettings({ user }: { user: UserModel }) {
  const [adding, setAdding] = useState<FactorModel['kind']>();
  const [removing, setRemoving] = useState<FactorModel>();
  const heading = useRef<HTMLHeadingElement>(null);
  const client = useQueryClient();
  const { queryKey } = factorsOf(user.userId);
  const query = useQuery(factorsOf(user.userId));
  const tellFailure = (error: unknown) => queueToast({ tone: 'danger', text: refusalText(error) });
  const stepUp = useStepUp(user, tellFailure);

  const reload = () => void client.invalidateQueries({ queryKey });
  const remove = ({ factorId, name }: FactorModel) => {
    setRemoving(undefined);
    const action = async () => {
      client.setQueryData(queryKey, await api('DELETE /r/factor', { query: { factorId } }));
      // The focused row unmounts: move the focus to the heading.
      heading.current?.focus();
      announce(`${name} is removed.`);
    };
    stepUp.run(action).catch(tellFailure);
  };

  const factors = query.data?.factorModelVec ?? [];
  const isLast = factors.length === 1;
  return (
    <>
      <section aria-labelledby="factors">
        <h2 id="factors" ref={heading} tabIndex={-1}>
          Two-step sign-in
        </h2>
        <p className="quiet">
          With a second factor nobody gets in with your password alone. A passkey can also replace the
          password.
        </p>
        {query.data?.factorsEndAt != null && (
          <FactorsEnding
            user={user}
            endAt={query.data.factorsEndAt}
            onStopped={() => heading.current?.focus()}
          />
        )}
        {query.isError && <QueryError query={query} />}
        {query.isPending && <Skeleton width="wide" />}
        {factors.length > 0 && (
          <ul className="rows" aria-label="Your second factors">
            {factors.map((factor) => (
              <li key={factor.factorId} className="row">
                <Factor factor={factor} onRemove={() => setRemoving(factor)} />
              </li>
            ))}
          </ul>
        )}
        <div className="cluster">
          <Button icon={<KeyRound size={20} aria-hidden="true" />} onClick={() => setAdding('passkey')}>
            Add a passkey
          </Button>
          <Button icon={<Smartphone size={20} aria-hidden="true" />} onClick={() => setAdding('totp')}>
            Add an authenticator app
          </Button>
        </div>
        {adding === 'totp' && (
          <NewTotpDialog user={user} onAdded={reload} onClose={() => setAdding(undefined)} />
        )}
        {adding === 'passkey' && (
          <NewPasskeyDialog user={user} onAdded={reload} onClose={() => setAdding(undefined)} />
        )}
        {removing && (
          <ConfirmDialog
            open
            danger
            title={`Remove “${removing.name}”?`}
            description={
              isLast
                ? 'It is your last factor: the password alone is then enough to sign in, and your recovery codes end.'
                : 'It can then no longer be used to sign in.'
            }
            confirmLabel="Remove"
            onConfirm={() => remove(removing)}
            onCancel={() => setRemoving(undefined)}
          />
        )}
        {stepUp.dialog}
      </section>
      {factors.length > 0 && query.data && (
        <RecoveryCodes user={user} left={query.data.recoveryCodesLeft} onCreated={reload} />
      )}
    </>
  );
}

const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

function Factor({ factor, onRemove }: { factor: FactorModel; onRemove: () => void }) {
  return (
    <div className="token">
      <div className="token-text">
        <p className="session-device">
          <span className="token-name">{factor.name}</span>
          <Tag>{factorKinds[factor.kind]}</Tag>
        </p>
        <p className="meta session-time">
          Added on {date.format(millisecondsOf(factor.createdAt))} ·{' '}
          {factor.lastUsedAt == null ? (
            'Never used'
          ) : (
            <>
              Last used: <TimeAgo nanoseconds={factor.lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <Button size="sm" onClick={onRemove}>
        Remove<span className="sr-only"> {factor.name}</span>
      </Button>
    </div>
  );
}

import '#lib/paged-list.css';
import './account.css';
import type { TokenModel } from '@gyan/contract/tokens.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { api } from '#features/session/actions.ts';
import { reasonOf } from '#lib/api-problem.ts';
import { QueryError } from '#lib/QueryError.tsx';
import { queryKeys } from '#lib/query-keys.ts';
import { millisecondsOf } from '#lib/relative-time.ts';
import { TimeAgo } from '#lib/TimeAgo.tsx';
import { announce } from '#ui/announcer.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tag } from '#ui/Tag.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { NewTokenDialog } from './NewTokenDialog.tsx';
import { scopeTexts } from './token-scopes.ts';

/** The API tokens of the user. */
export function TokenList({ user }: { user: UserModel }) {
  const [creating, setCreating] = useState(false);
  const [removing, setRemoving] = useState<TokenModel>();
  const heading = useRef<HTMLHeadingElement>(null);
  const client = useQueryClient();
  const queryKey = queryKeys.tokens(user.userId);
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api('GET /r/tokens', { signal })).tokenModelVec,
  });

  const remove = async ({ tokenId, name }: TokenModel) => {
    setRemoving(undefined);
    try {
      await api('DELETE /r/token', { query: { tokenId } });
      // The focused row unmounts: move the focus to the heading.
      heading.current?.focus();
      announce(`The token “${name}” is deleted.`);
    } catch (error) {
      queueToast({ tone: 'danger', text: `The token “${name}” was not deleted. ${reasonOf(error)}` });
    }
    await client.invalidateQueries({ queryKey });
  };

  return (
    <section aria-labelledby="tokens">
      <h2 id="tokens" ref={heading} tabIndex={-1}>
        API tokens
      </h2>
      <p className="quiet">
        With a token a script of yours can use Gyan without your password.{' '}
        <a className="link" href="/api/docs/">
          The API, with examples
        </a>
      </p>
      {query.isError && <QueryError query={query} />}
      {query.isPending && <Skeleton width="wide" />}
      {query.data && query.data.length > 0 && (
        <ul className="rows" aria-label="Your API tokens">
          {query.data.map((token) => (
            <li key={token.tokenId} className="row">
              <Token token={token} onRemove={() => setRemoving(token)} />
            </li>
          ))}
        </ul>
      )}
      <Button icon={<Plus size={20} aria-hidden="true" />} onClick={() => setCreating(true)}>
        New token
      </Button>
      {creating && (
        <NewTokenDialog
          user={user}
          onCreated={() => void client.invalidateQueries({ queryKey })}
          onClose={() => setCreating(false)}
        />
      )}
      {removing && (
        <ConfirmDialog
          open
          danger
          title={`Delete the token “${removing.name}”?`}
          description="Scripts that use it stop working at once."
          confirmLabel="Delete token"
          onConfirm={() => void remove(removing)}
          onCancel={() => setRemoving(undefined)}
        />
      )}
    </section>
  );
}

const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

function Token({ token, onRemove }: { token: TokenModel; onRemove: () => void }) {
  return (
    <div className="token">
      <div className="token-text">
        <p className="session-device">
          <span className="token-name">{token.name}</span>
          <Tag>{scopeTexts[token.scope].label}</Tag>
        </p>
        <p className="meta session-time">
          Created on {date.format(millisecondsOf(token.createdAt))} ·{' '}
          {token.lastUsedAt == null ? (
            'Never used'
          ) : (
            <>
              Last used: <TimeAgo nanoseconds={token.lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <Button size="sm" onClick={onRemove}>
        Delete<span className="sr-only"> the token {token.name}</span>
      </Button>
    </div>
  );
}

import './admin.css';
import type { CreatorRequestModel } from '@gyan/contract/creator-requests.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { stepUpDialog } from '#features/account/lazy-parts.ts';
import { useViewer } from '#features/session/store.ts';
import { roleMeaning } from '#features/users/roles.ts';
import { UserCard, UserCardSkeleton } from '#features/users/UserCard.tsx';
import { ApiProblem } from '#lib/api-problem.ts';
import { PagedList } from '#lib/PagedList.tsx';
import { TimeAgo } from '#lib/TimeAgo.tsx';
import { displayName } from '#lib/text.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { creatorRequests, useDecision } from './api.ts';

interface Question {
  request: CreatorRequestModel;
  granted: boolean;
}

/** Requests for the creator role, to accept or decline. */
export function RequestList() {
  const requests = useInfiniteQuery(creatorRequests());
  const decision = useDecision();
  const [question, setQuestion] = useState<Question>();
  const viewer = useViewer();
  const needsStepUp = decision.error instanceof ApiProblem && decision.error.code === 'reauth_required';
  const top = useRef<HTMLParagraphElement>(null);

  const decide = ({ request: { userModel: user }, granted }: Question) => {
    setQuestion(undefined);
    // The request and its focused button unmount.
    requestAnimationFrame(() => top.current?.focus());
    send({ user, granted });
  };

  const send = ({ user, granted }: { user: UserModel; granted: boolean }) => {
    const name = displayName(user);
    decision.mutate(
      { user, granted },
      {
        onSuccess: () =>
          queueToast({
            tone: 'success',
            text: granted ? `${name} is now a creator.` : `The request of ${name} is declined.`,
          }),
      },
    );
  };

  return (
    <>
      <p ref={top} tabIndex={-1} className="quiet">
        People who would like to create, longest waiting first.
      </p>
      {needsStepUp && viewer.status === 'in' && (
        <stepUpDialog.Component
          user={viewer.user}
          onConfirmed={() => decision.variables && send(decision.variables)}
          onClose={decision.reset}
        />
      )}
      {decision.isError && !needsStepUp && (
        <Alert tone="danger" dismissible onHide={decision.reset}>
          The request of {displayName(decision.variables.user)} still waits. {decision.error.message}
        </Alert>
      )}
      <PagedList
        query={requests}
        itemsOf={(page) => page.creatorRequestModelVec}
        keyOf={(request) => request.userModel.userId}
        label="Creator requests"
        outline={<UserCardSkeleton />}
        empty={<EmptyState title="No requests">Nobody waits for creator access.</EmptyState>}
        end="Nobody else waits."
      >
        {(request) => <Request request={request} onDecide={(granted) => setQuestion({ request, granted })} />}
      </PagedList>
      {question && (
        <DecisionDialog
          {...question}
          onConfirm={() => decide(question)}
          onCancel={() => setQuestion(undefined)}
        />
      )}
    </>
  );
}

interface RequestProps {
  request: CreatorRequestModel;
  onDecide: (granted: boolean) => void;
}

function Request({ request: { userModel: user, message, createdAt }, onDecide }: RequestProps) {
  const name = displayName(user);
  return (
    <UserCard
      user={user}
      note={
        <>
          Asked: <TimeAgo nanoseconds={createdAt} />
        </>
      }
      actions={
        <div className="request-actions">
          <Button size="sm" variant="primary" onClick={() => onDecide(true)}>
            Grant<span className="sr-only"> {name}</span>
          </Button>
          <Button size="sm" onClick={() => onDecide(false)}>
            Decline<span className="sr-only"> {name}</span>
          </Button>
        </div>
      }
    >
      {message && <blockquote className="quoted-message">{message}</blockquote>}
    </UserCard>
  );
}

interface DecisionDialogProps extends Question {
  onConfirm: () => void;
  onCancel: () => void;
}

function DecisionDialog({ request, granted, onConfirm, onCancel }: DecisionDialogProps) {
  const name = displayName(request.userModel);
  return (
    <ConfirmDialog
      open
      title={granted ? `Make ${name} a creator?` : `Decline the request of ${name}?`}
      description={
        granted
          ? `${roleMeaning.kCreator} They are told by e-mail.`
          : 'They stay a regular user and may ask again. They are told by e-mail.'
      }
      confirmLabel={granted ? 'Grant' : 'Decline'}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}

import '../revisions.css';
import type { RevisionModel } from '@gyan/contract/revisions.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { History as HistoryIcon, RotateCcw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useRevalidator } from 'react-router';
import { ownerOf } from '#features/users/owner.ts';
import { reasonOf } from '#lib/api-problem.ts';
import { PagedList } from '#lib/PagedList.tsx';
import { QueryScope } from '#lib/QueryScope.tsx';
import { millisecondsOf } from '#lib/relative-time.ts';
import { TimeAgo } from '#lib/TimeAgo.tsx';
import { displayName } from '#lib/text.ts';
import { Alert } from '#ui/Alert.tsx';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { changedFields } from '../card-changes.ts';
import { Difference } from '../Difference.tsx';
import { restoreBefore, revisionsOf } from './revisions.ts';

interface HistoryProps {
  userId: number;
  card: { id: number; title: string };
  /** Whether the viewer may restore a version. */
  canRestore: boolean;
  onClose: () => void;
}

/** The edits of a card: who, when and what, each with the way back. */
export function History(props: HistoryProps) {
  return (
    <QueryScope>
      <Dialog open size="lg" title={`History of “${props.card.title}”`} onClose={props.onClose}>
        <Revisions {...props} />
      </Dialog>
    </QueryScope>
  );
}

function Revisions({ userId, card, canRestore, onClose }: HistoryProps) {
  const query = useInfiniteQuery(revisionsOf(userId, card.id));
  const { revalidate } = useRevalidator();
  const [restoring, setRestoring] = useState<number>();
  const [problem, setProblem] = useState<string>();

  const undoRestore = async (undo: () => Promise<unknown>) => {
    try {
      await undo();
      queueToast({ tone: 'success', text: 'The card is back as it was.' });
    } catch (error) {
      queueToast({ tone: 'danger', text: `The card was not changed back. ${reasonOf(error)}` });
    }
    await revalidate();
  };

  const restore = async (revisionId: number) => {
    setRestoring(revisionId);
    setProblem(undefined);
    try {
      const { changed, undo } = await restoreBefore(card.id, revisionId);
      onClose();
      queueToast(
        changed
          ? {
              tone: 'success',
              text: 'The earlier version is restored.',
              ...(undo && { action: { label: 'Undo', onPress: () => void undoRestore(undo) } }),
            }
          : { text: 'The card already has this content.' },
      );
      // The loader sets the document title.
      await revalidate();
    } catch (error) {
      setRestoring(undefined);
      setProblem(`Nothing was restored. ${reasonOf(error)}`);
    }
  };

  return (
    <>
      {problem && <Alert tone="danger">{problem}</Alert>}
      <PagedList
        query={query}
        itemsOf={(page) => page.revisionModelVec}
        keyOf={({ revisionId }) => revisionId}
        label="Edits, latest first"
        outline={<Skeleton width="wide" />}
        empty={
          <EmptyState icon={<HistoryIcon size={40} aria-hidden="true" />} title="Not edited yet">
            Every edit of this card will stand here, with the way back to the version before.
          </EmptyState>
        }
        end="This is the first edit we kept."
      >
        {(revision) => (
          <Revision revision={revision}>
            {canRestore && (
              <Button
                size="sm"
                busy={restoring === revision.revisionId}
                icon={<RotateCcw size={18} aria-hidden="true" />}
                onClick={() => void restore(revision.revisionId)}
              >
                Restore the version before this edit
              </Button>
            )}
          </Revision>
        )}
      </PagedList>
    </>
  );
}

const nameOf = (user: UserModel | null) => (user === null ? 'A deleted account' : displayName(user));

function noteOf({ suggestedBy, restoredFrom, changeVec }: RevisionModel): string {
  const notes = [changedFields(changeVec)];
  if (suggestedBy) notes.push(`suggested by ${displayName(suggestedBy)}`);
  if (restoredFrom != null) {
    notes.push(`restored the version of ${new Date(millisecondsOf(restoredFrom)).toLocaleString()}`);
  }
  return notes.filter(Boolean).join(' · ');
}

function Revision({ revision, children }: { revision: RevisionModel; children: ReactNode }) {
  const { userModel, createdAt, changeVec } = revision;
  const name = nameOf(userModel);
  return (
    <details className="revision">
      <summary>
        <Avatar size="xs" name={name} photoUrl={userModel && ownerOf(userModel).photoUrl} />
        <span className="revision-line">
          <span className="revision-who">{name}</span> <TimeAgo nanoseconds={createdAt} />
          <span className="revision-what">{noteOf(revision)}</span>
        </span>
      </summary>
      <div className="revision-body">
        <Difference changes={changeVec} />
        {children}
      </div>
    </details>
  );
}

import { useEffect, useRef, useState } from 'react';
import { hiddenNote, reportDialog } from '#features/moderation/lazy-parts.ts';
import { reasonOf } from '#lib/api-problem.ts';
import { useDraft } from '#lib/draft.ts';
import { Button } from '#ui/Button.tsx';
import { CommentEditor } from './CommentEditor.tsx';
import { CommentItem } from './CommentItem.tsx';
import { CommentText } from './CommentText.tsx';
import type { CommentView } from './comment-view.ts';
import { useMentions } from './use-mentions.ts';

interface MemberCommentProps {
  cardId: number;
  comment: CommentView;
  /** Answers a comment that is not loaded. */
  answersOther?: boolean;
  /** Rejects when the server refuses. */
  onSave: (text: string) => Promise<void>;
  onDelete: () => void;
  /** Absent where the viewer may not comment. */
  onAnswer?: (() => void) | undefined;
}

/** A comment with the actions permitted to the viewer. */
export function MemberComment({
  cardId,
  comment,
  answersOther = false,
  onSave,
  onDelete,
  onAnswer,
}: MemberCommentProps) {
  const draftName = `edit of comment ${comment.id}`;
  const [draft, saveDraft] = useDraft(draftName);
  const mentions = useMentions(draftName, comment.mentions);
  const [editing, setEditing] = useState(comment.can?.edit === true && draft !== '');
  const [saving, setSaving] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [reporting, setReporting] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(editing);

  useEffect(() => {
    if (wasEditing.current && !editing) editButton.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

  const save = async (typed: string) => {
    const stored = mentions.encode(typed);
    setSaving(stored);
    setProblem(undefined);
    setEditing(false);
    try {
      await onSave(stored);
      saveDraft('');
      mentions.clear();
    } catch (error) {
      saveDraft(typed);
      setProblem(`Your change was not saved. ${reasonOf(error)}`);
      setEditing(true);
    } finally {
      setSaving(undefined);
    }
  };

  const cancel = () => {
    saveDraft('');
    mentions.clear();
    setProblem(undefined);
    setEditing(false);
  };

  const { can, owner, createdAt, edited, text } = comment;
  const ownerLabel = <span className="sr-only"> comment of {owner.name}</span>;
  // Only its author can edit a comment.
  const isOwn = can?.edit === true;
  const actions = !editing && (
    <>
      {onAnswer && (
        <Button size="sm" variant="quiet" onClick={onAnswer}>
          Reply<span className="sr-only"> to the comment of {owner.name}</span>
        </Button>
      )}
      {can?.edit && (
        <Button ref={editButton} size="sm" variant="quiet" onClick={() => setEditing(true)}>
          Edit{ownerLabel}
        </Button>
      )}
      {can?.delete && (
        <Button size="sm" variant="quiet" onClick={onDelete}>
          Delete{ownerLabel}
        </Button>
      )}
      {!isOwn && (
        <Button size="sm" variant="quiet" onClick={() => setReporting(true)}>
          Report<span className="sr-only"> the comment of {owner.name}</span>
        </Button>
      )}
    </>
  );

  return (
    <CommentItem
      id={comment.id}
      owner={owner}
      createdAt={createdAt}
      edited={edited}
      answersOther={answersOther}
      actions={actions}
    >
      {editing ? (
        <CommentEditor
          cardId={cardId}
          text={draft || mentions.decode(text)}
          problem={problem}
          onChange={saveDraft}
          onMention={mentions.add}
          onSave={(next) => void save(next)}
          onCancel={cancel}
        />
      ) : (
        <CommentText text={saving ?? text} mentions={mentions.chosen} />
      )}
      {comment.moderation && (
        <hiddenNote.Component noun="comment" moderation={comment.moderation} isOwn={isOwn} />
      )}
      {reporting && (
        <reportDialog.Component kind="comment" id={comment.id} onClose={() => setReporting(false)} />
      )}
    </CommentItem>
  );
}

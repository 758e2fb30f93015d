import { useEffect, useRef, useState } from 'react';
import { ApiProblem } from '#lib/api-problem.ts';
import { useDraft } from '#lib/draft.ts';
import { Button } from '#ui/Button.tsx';
import { CommentEditor } from './CommentEditor.tsx';
import { CommentItem } from './CommentItem.tsx';
import type { CommentView } from './comment-view.ts';

interface MemberCommentProps {
  cardId: number;
  comment: CommentView;
  /** Rejects when the server refuses. */
  onSave: (text: string) => Promise<void>;
  onDelete: () => void;
}

/** A comment with the actions permitted to the viewer. */
export function MemberComment({ cardId, comment, onSave, onDelete }: MemberCommentProps) {
  const [draft, saveDraft] = useDraft(`edit of comment ${comment.id}`);
  const [editing, setEditing] = useState(comment.can?.edit === true && draft !== '');
  const [saving, setSaving] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(editing);

  useEffect(() => {
    if (wasEditing.current && !editing) editButton.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

  const save = async (text: string) => {
    setSaving(text);
    setProblem(undefined);
    setEditing(false);
    try {
      await onSave(text);
      saveDraft('');
    } catch (error) {
      saveDraft(text);
      setProblem(
        `Your change was not saved. ${error instanceof ApiProblem ? error.detail : 'Please try again.'}`,
      );
      setEditing(true);
    } finally {
      setSaving(undefined);
    }
  };

  const cancel = () => {
    saveDraft('');
    setProblem(undefined);
    setEditing(false);
  };

  const { can, owner, createdAt, edited, text } = comment;
  const ownerLabel = <span className="sr-only"> comment of {owner.name}</span>;
  const actions = !editing && (can?.edit || can?.delete) && (
    <>
      {can.edit && (
        <Button ref={editButton} size="sm" variant="quiet" onClick={() => setEditing(true)}>
          Edit{ownerLabel}
        </Button>
      )}
      {can.delete && (
        <Button size="sm" variant="quiet" onClick={onDelete}>
          Delete{ownerLabel}
        </Button>
      )}
    </>
  );

  return (
    <CommentItem owner={owner} createdAt={createdAt} edited={edited} actions={actions}>
      {editing ? (
        <CommentEditor
          cardId={cardId}
          text={draft || text}
          problem={problem}
          onChange={saveDraft}
          onSave={(next) => void save(next)}
          onCancel={cancel}
        />
      ) : (
        <p className="comment-text">{saving ?? text}</p>
      )}
    </CommentItem>
  );
}

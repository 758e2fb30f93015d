import type { PostModel } from '@gyan/contract/cards.ts';
import { useEffect, useRef } from 'react';
import { type CardContent, changesBetween, contentOf } from '#features/revisions/card-changes.ts';
import { Difference } from '#features/revisions/Difference.tsx';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';

interface EditConflictProps {
  /** The card as it is stored now. */
  theirs: PostModel;
  mine: CardContent;
  /** The form holds their version; mine is kept aside. */
  usesTheirs: boolean;
  busy: boolean;
  onUseTheirs: () => void;
  onUseMine: () => void;
}

const sides = { before: 'Saved meanwhile', after: 'Yours' };

/** Shown in the edit form after another editor saved the card: both versions, and the choice between them. */
export function EditConflict({ theirs, mine, usesTheirs, busy, onUseTheirs, onUseMine }: EditConflictProps) {
  const changes = changesBetween(contentOf(theirs), mine);
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section ref={section} tabIndex={-1} className="edit-conflict" aria-labelledby="edit-conflict">
      <Alert tone="danger">
        <p id="edit-conflict" className="alert-title">
          This card was edited elsewhere
        </p>
        <p>
          {usesTheirs
            ? 'The form has the version that was saved meanwhile. Yours stays here until you save.'
            : 'It was saved after you opened it. Your text is not saved yet, and nothing is lost: here is what differs.'}
        </p>
      </Alert>
      {changes.length === 0 ? (
        <p className="quiet">Both versions say the same.</p>
      ) : (
        <Difference changes={changes} sides={sides} />
      )}
      <div className="form-actions">
        {usesTheirs ? (
          // With keys: a button that became the submit button while it is pressed would submit.
          <Button key="back" onClick={onUseMine}>
            Go back to mine
          </Button>
        ) : (
          <>
            <Button key="keep" type="submit" variant="primary" busy={busy}>
              Keep mine
            </Button>
            <Button key="take" onClick={onUseTheirs}>
              Take theirs
            </Button>
          </>
        )}
      </div>
      <p className="quiet">Or go on editing below; both versions stay in view until you save.</p>
    </section>
  );
}

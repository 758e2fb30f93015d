import './drafts.css';
import type { PostModel } from '@gyan/contract/cards.ts';
import { changesBetween } from '#features/revisions/card-changes.ts';
import { Difference } from '#features/revisions/Difference.tsx';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { type CardContent, contentOf } from './card-content.ts';

interface DraftConflictProps {
  mine: CardContent;
  theirs: PostModel;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

const comparedFields = (content: CardContent) => ({
  title: content.title,
  text: content.statusText,
  htmlDesc: content.htmlDesc,
  photo: content.picture,
  altText: content.altText,
  tagsText: content.tagsText,
  source: content.source,
});

/** Shown when another device has saved the draft too: what differs, and the choice. */
export function DraftConflict({ mine, theirs, onKeepMine, onTakeTheirs }: DraftConflictProps) {
  const changes = changesBetween(comparedFields(contentOf(theirs)), comparedFields(mine));
  return (
    <section className="draft-conflict" aria-labelledby="draft-conflict">
      <Alert>
        <h2 id="draft-conflict" className="alert-title">
          This draft was also changed elsewhere
        </h2>
        <p>Both versions are safe. Choose the one to go on with.</p>
      </Alert>
      <Difference changes={changes} sides={{ before: 'There', after: 'Here' }} />
      <div className="form-actions">
        <Button variant="primary" onClick={onKeepMine}>
          Go on with what is here
        </Button>
        <Button onClick={onTakeTheirs}>Take the other version</Button>
      </div>
    </section>
  );
}

import { ShareButton } from '#features/cards/ShareButton.tsx';
import type { ChainView } from '#features/chains/chain-view.ts';
import { StudyPlaceholder } from '#features/learning/StudyPlaceholder.tsx';
import { LikeButton } from '#features/likes/LikeButton.tsx';
import { FollowPlaceholder } from '#features/notices/FollowPlaceholder.tsx';
import { useMember, useViewer } from '#features/session/store.ts';
import type { SubjectView } from '#features/subjects/subject-view.ts';
import { memberActions } from './lazy-parts.ts';
import { SaveButton } from './SaveButton.tsx';

/** Actions on a chain or subject. The server renders placeholders for the members' actions. */
export function ContentActions({ content }: { content: ChainView | SubjectView }) {
  const viewer = useViewer();
  const member = useMember();
  const placeholders = (
    <>
      <SaveButton kind={content.kind} saved={false} />
      <StudyPlaceholder label="Study" />
      <FollowPlaceholder />
    </>
  );
  return (
    <div className="content-actions">
      {member ? (
        <LikeButton target={content} />
      ) : (
        viewer.status === 'unknown' && (
          <div className="when-in">
            <LikeButton target={content} />
          </div>
        )
      )}
      <ShareButton title={content.title} path={content.href} visibility={content.visibility} />
      {member ? (
        <memberActions.Component userId={member.userId} content={content} fallback={placeholders} />
      ) : (
        viewer.status === 'unknown' && <div className="when-in">{placeholders}</div>
      )}
    </div>
  );
}

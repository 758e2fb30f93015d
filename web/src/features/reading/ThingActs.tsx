import { useState } from 'react';
import { ShareButton } from '#features/cards/ShareButton.tsx';
import type { ChainView } from '#features/chains/chain-view.ts';
import { LikeButton } from '#features/likes/LikeButton.tsx';
import { useMember, useViewer } from '#features/session/store.ts';
import type { SubjectView } from '#features/subjects/subject-view.ts';
import { saveButton, thingControls, thingLike, toasts } from './late-parts.ts';
import { SaveFace } from './SaveFace.tsx';

/** What can be done with a chain or subject. The places of what only members have are kept for them. */
export function ThingActs({ thing }: { thing: ChainView | SubjectView }) {
  const viewer = useViewer();
  const member = useMember();
  const [speaks, setSpeaks] = useState(false);
  // Once there is somebody to speak to, their last words are said even when the session ends with them.
  if (member && !speaks) setSpeaks(true);
  const sight = member && { userId: member.userId, kind: thing.kind, id: thing.id };
  return (
    <div className="thing-acts">
      {sight ? (
        <thingLike.Component sight={sight} fallback={<LikeButton liked={false} />} />
      ) : (
        viewer.status === 'unknown' && (
          <div className="when-in">
            <LikeButton liked={false} />
          </div>
        )
      )}
      <ShareButton title={thing.title} path={thing.href} onSaid={() => setSpeaks(true)} />
      {sight ? (
        <saveButton.Component sight={sight} fallback={<SaveFace kind={thing.kind} saved={false} />} />
      ) : (
        viewer.status === 'unknown' && (
          <div className="when-in">
            <SaveFace kind={thing.kind} saved={false} />
          </div>
        )
      )}
      {sight && <thingControls.Component sight={sight} />}
      {speaks && <toasts.Component />}
    </div>
  );
}

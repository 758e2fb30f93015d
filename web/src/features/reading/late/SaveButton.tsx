import { useState } from 'react';
import { api } from '#features/session/actions.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import { QueryScope } from '#lib/QueryScope.tsx';
import { announce } from '#ui/announcer.ts';
import { queueToast } from '#ui/toast-queue.ts';
import { SaveFace } from '../SaveFace.tsx';
import { type ThingSight, useSeenThing, useSeenThingWrites } from './seen-thing.ts';

const lists = { chain: 'My Chains', subject: 'My Subjects' };

/** Keeps somebody else's chain or subject in one's own list. */
export function SaveButton({ sight }: { sight: ThingSight }) {
  return (
    <QueryScope>
      <Save sight={sight} />
    </QueryScope>
  );
}

async function setSaved({ kind, id, userId }: ThingSight, saved: boolean) {
  if (kind === 'chain') {
    const body = { userId, chapterId: id };
    await api(saved ? 'PUT /r/link_user_chapter' : 'PUT /r/unlink_user_chapter', { body });
  } else {
    const body = { userId, subjectId: id };
    await api(saved ? 'PUT /r/link_user_subject' : 'PUT /r/unlink_user_subject', { body });
  }
}

function Save({ sight }: { sight: ThingSight }) {
  const [wish, setWish] = useState<boolean>();
  const seen = useSeenThing(sight).data;
  const writes = useSeenThingWrites(sight);
  if (!seen) return <SaveFace kind={sight.kind} saved={false} />;
  if (seen.own) return null;
  const saved = wish ?? seen.saved;

  const toggle = async () => {
    if (wish !== undefined) return;
    const wanted = !saved;
    setWish(wanted);
    try {
      await setSaved(sight, wanted);
      writes.put({ saved: wanted });
      announce(wanted ? `Saved to ${lists[sight.kind]}.` : `Removed from ${lists[sight.kind]}.`);
    } catch (error) {
      const reason = error instanceof ApiProblem ? error.detail : 'Please try again.';
      queueToast({
        tone: 'danger',
        text: `${wanted ? 'It was not saved.' : `It is still in ${lists[sight.kind]}.`} ${reason}`,
      });
    } finally {
      setWish(undefined);
    }
  };
  return <SaveFace kind={sight.kind} saved={saved} onToggle={() => void toggle()} />;
}

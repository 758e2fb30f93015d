import { Brain } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { reasonOf } from '#lib/api-problem.ts';
import { paths } from '#lib/paths.ts';
import { Button } from '#ui/Button.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { type CollectionRef, getProgress, useProgress } from '../progress-store.ts';
import { setStudied } from './set-studied.ts';

/** Puts the cards of a chain or subject into the viewer's reviews. */
export function StudyButton({ of }: { of: CollectionRef }) {
  const navigate = useNavigate();
  const progress = useProgress(of);
  const studied = progress?.studied ?? false;
  const [sending, setSending] = useState(false);
  const toggle = async () => {
    if (sending) return;
    setSending(true);
    try {
      await setStudied(of, !studied);
      queueToast(
        studied
          ? { tone: 'success', text: 'It is out of your reviews. What you know of it is kept.' }
          : {
              tone: 'success',
              text: 'What you read of it comes back before you forget it.',
              action: { label: 'Open Learn', onPress: () => void navigate(paths.learn) },
            },
      );
    } catch (error) {
      queueToast({ tone: 'danger', text: `That did not work. ${reasonOf(error)}` });
    } finally {
      setSending(false);
    }
  };
  return (
    <Button
      className={studied ? 'study-button liked' : 'study-button'}
      icon={<Brain size={20} aria-hidden="true" />}
      aria-disabled={progress === undefined || undefined}
      onClick={progress === undefined ? undefined : () => void toggle()}
    >
      {studied ? 'Studying' : 'Study'}
    </Button>
  );
}

/** After a subject was saved: offers to study it, unless it is studied already. */
export function offerStudy(of: CollectionRef) {
  if (getProgress(of)?.studied !== false) return;
  queueToast({
    tone: 'success',
    text: 'Saved. Do you want to remember it too?',
    action: {
      label: 'Study',
      onPress: () =>
        void setStudied(of, true).catch(() =>
          queueToast({ tone: 'danger', text: 'That did not work. Please try again.' }),
        ),
    },
  });
}

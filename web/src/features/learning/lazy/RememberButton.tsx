import { Brain } from 'lucide-react';
import { useEffect, useState } from 'react';
import { api } from '#features/session/actions.ts';
import { reasonOf } from '#lib/api-problem.ts';
import { Button } from '#ui/Button.tsx';
import { queueToast } from '#ui/toast-queue.ts';

/** Puts one card into the viewer's reviews. */
export function RememberButton({ cardId }: { cardId: number }) {
  const [studied, setStudied] = useState<boolean>();
  useEffect(() => {
    let isCurrent = true;
    void api('GET /r/memory', { query: { postId: cardId } }).then(
      ({ studied: isStudied, aside }) => isCurrent && setStudied(isStudied && !aside),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [cardId]);

  const toggle = async () => {
    const wanted = !studied;
    setStudied(wanted);
    try {
      await api('PUT /r/study', { body: { postId: cardId, studied: wanted } });
      queueToast({
        tone: 'success',
        text: wanted
          ? 'This card comes back before you forget it.'
          : 'This card is out of your reviews, unless you study a chain or subject that has it.',
      });
    } catch (error) {
      setStudied(!wanted);
      queueToast({ tone: 'danger', text: `That did not work. ${reasonOf(error)}` });
    }
  };

  return (
    <Button
      className={studied ? 'study-button liked' : 'study-button'}
      icon={<Brain size={20} aria-hidden="true" />}
      aria-disabled={studied === undefined || undefined}
      onClick={studied === undefined ? undefined : () => void toggle()}
    >
      {studied ? 'Remembering' : 'Remember'}
    </Button>
  );
}

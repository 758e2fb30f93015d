import '../remix.css';
import { Copy, GitFork, Link2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { reasonOf } from '#lib/api-problem.ts';
import { paths } from '#lib/paths.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { remixChainCards } from './api.ts';

interface RemixChainProps {
  chain: { id: number; title: string };
}

/** The button that copies a chain, and the choice what happens to its cards. */
export function RemixChain({ chain }: RemixChainProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<GitFork size={18} aria-hidden="true" />} onClick={() => setOpen(true)}>
        Remix
      </Button>
      {open && <RemixDialog chain={chain} onClose={() => setOpen(false)} />}
    </>
  );
}

const choices = [
  {
    copies: false,
    label: 'Link the cards',
    text: 'Your chain shows the same cards. When their authors improve them, yours has it too.',
    Icon: Link2,
  },
  {
    copies: true,
    label: 'Copy them',
    text: 'You get your own draft of each card to change as you like. Every card’s licence must allow it.',
    Icon: Copy,
  },
] as const;

function RemixDialog({ chain, onClose }: RemixChainProps & { onClose: () => void }) {
  const [busy, setBusy] = useState<boolean>();
  const [problem, setProblem] = useState<string>();
  const navigate = useNavigate();
  const remix = async (copyCards: boolean) => {
    setBusy(copyCards);
    setProblem(undefined);
    try {
      const id = await remixChainCards(chain.id, copyCards);
      if (id === undefined) return;
      await navigate(paths.editChain(id));
      queueToast({
        tone: 'success',
        text: `Your remix of “${chain.title}” is a draft. Nobody else sees it yet.`,
      });
    } catch (error) {
      setProblem(reasonOf(error));
      setBusy(undefined);
    }
  };
  return (
    <Dialog
      open
      title={`Remix “${chain.title}”`}
      description="You get a chain of your own that names this one as its original."
      onClose={onClose}
    >
      {problem && <Alert tone="danger">{problem}</Alert>}
      <div className="remix-choices">
        {choices.map(({ copies, label, text, Icon }) => (
          <div key={label} className="remix-choice">
            <p>{text}</p>
            <Button
              busy={busy === copies}
              icon={<Icon size={18} aria-hidden="true" />}
              onClick={() => busy === undefined && void remix(copies)}
            >
              {label}
            </Button>
          </div>
        ))}
      </div>
    </Dialog>
  );
}

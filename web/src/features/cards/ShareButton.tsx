import { Share2 } from 'lucide-react';
import { Button } from '#ui/Button.tsx';
import type { ButtonLook } from '#ui/button-class.ts';
import { queueToast } from '#ui/toast-queue.ts';

interface ShareButtonProps extends ButtonLook {
  title: string;
  /** The canonical path of the shared page. */
  path: string;
  /** A toast is queued and needs to be shown; for pages that do not always show toasts. */
  onMessage?: () => void;
}

/** Uses the system's share sheet where there is one, else copies the link. */
export function ShareButton({ title, path, onMessage, ...look }: ShareButtonProps) {
  const share = async () => {
    const url = new URL(path, location.href).href;
    if (typeof navigator.share === 'function') {
      // Rejects also when the user closes the sheet.
      await navigator.share({ title, url }).catch(() => undefined);
      return;
    }
    try {
      await navigator.clipboard.writeText(url);
      queueToast({ tone: 'success', text: 'The link is copied.' });
    } catch {
      queueToast({ text: `The link could not be copied by itself. Here it is: ${url}`, hideAfter: 20_000 });
    }
    onMessage?.();
  };
  return (
    <Button {...look} icon={<Share2 size={20} aria-hidden="true" />} onClick={() => void share()}>
      Share
    </Button>
  );
}

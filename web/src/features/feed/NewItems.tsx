import './feed.css';
import { ArrowUp } from 'lucide-react';
import { useEffect } from 'react';
import { announce } from '#ui/announcer.ts';
import { Button } from '#ui/Button.tsx';

interface NewItemsProps {
  count: number;
  busy: boolean;
  onShow: () => void;
}

/** New items wait behind this button, so that the list does not shift while it is read. */
export function NewItems({ count, busy, onShow }: NewItemsProps) {
  const text = count === 1 ? '1 new item' : `${count} new items`;
  useEffect(() => {
    if (count > 0) announce(text);
  }, [count, text]);
  if (count === 0) return null;
  return (
    <div className="new-items">
      <Button
        size="sm"
        variant="primary"
        busy={busy}
        icon={<ArrowUp size={18} aria-hidden="true" />}
        onClick={onShow}
      >
        {text}
      </Button>
    </div>
  );
}

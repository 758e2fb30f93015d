import { type ReactNode, useEffect, useRef } from 'react';
import { announce } from './announcer.ts';
import { Button } from './Button.tsx';

export interface LoadMoreProps {
  /** Number of items shown. */
  shown: number;
  hasMore: boolean;
  busy?: boolean;
  onLoad: () => void;
  label?: ReactNode;
  /** Shown instead of the button after the last page. */
  end?: ReactNode;
}

export function LoadMore({
  shown,
  hasMore,
  busy = false,
  onLoad,
  label = 'Load More',
  end = 'That is all for now.',
}: LoadMoreProps) {
  const shownAtPress = useRef<number>(undefined);
  const endLine = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    if (busy || shownAtPress.current === undefined || shown <= shownAtPress.current) return;
    announce(`${shown - shownAtPress.current} more loaded.`);
    shownAtPress.current = undefined;
    // The focused button is gone; its replacement takes focus, so that Tab continues from here.
    if (!hasMore) endLine.current?.focus();
  }, [shown, hasMore, busy]);

  if (!hasMore) {
    return shown > 0 ? (
      <p ref={endLine} tabIndex={-1} className="load-end">
        {end}
      </p>
    ) : null;
  }
  return (
    <div className="load-more">
      <Button
        busy={busy}
        onClick={() => {
          shownAtPress.current = shown;
          onLoad();
        }}
      >
        {label}
      </Button>
    </div>
  );
}

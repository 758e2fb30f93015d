import { type ReactNode, useEffect, useRef } from 'react';
import { announce } from './announcer.ts';
import { Button } from './Button.tsx';

export interface LoadMoreProps {
  /** How many entries the list shows now. */
  shown: number;
  hasMore: boolean;
  busy?: boolean;
  onLoad: () => void;
  label?: ReactNode;
  /** Stands in the button's place after the last press. */
  end?: ReactNode;
  describe?: (added: number) => string;
}

const describeAdded = (added: number) => `${added} more loaded.`;

export function LoadMore({
  shown,
  hasMore,
  busy = false,
  onLoad,
  label = 'Load More',
  end = 'That is all for now.',
  describe = describeAdded,
}: LoadMoreProps) {
  const shownAtPress = useRef<number>(undefined);
  const endLine = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    if (busy || shownAtPress.current === undefined || shown <= shownAtPress.current) return;
    announce(describe(shown - shownAtPress.current));
    shownAtPress.current = undefined;
    // The button that had the focus is gone; its successor takes it, so that the next Tab goes on from here.
    if (!hasMore) endLine.current?.focus();
  }, [shown, hasMore, busy, describe]);

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

import './saved.css';
import { BookmarkPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { saveDialog } from './lazy-parts.ts';
import type { SaveTarget } from './save-target.ts';

interface SaveButtonProps {
  target: SaveTarget;
  /** Only the icon: in the row below a feed entry, or on the picture of a tile. */
  place?: 'feed' | 'tile';
}

/** Opens the dialog to save something or to add it to a chain. Visitors sign in first and come back. */
export function SaveButton({ target, place }: SaveButtonProps) {
  const [open, setOpen] = useState(false);
  const look = place && ({ variant: 'quiet', size: 'sm' } as const);
  return (
    <>
      <Button
        {...look}
        className={place === 'tile' ? 'btn-icon tile-save' : place && 'btn-icon'}
        aria-label={place && `Save ${target.title}`}
        icon={<BookmarkPlus size={20} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {!place && (
          <>
            Save<span className="sr-only"> or add to a chain</span>
          </>
        )}
      </Button>
      {open && <saveDialog.Component target={target} onClose={() => setOpen(false)} />}
    </>
  );
}

/** For the actions of a tile. */
export const saveOnTile = (target: SaveTarget) => <SaveButton target={target} place="tile" />;

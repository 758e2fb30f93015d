import './saved.css';
import { BookmarkPlus } from 'lucide-react';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useViewer } from '#features/session/store.ts';
import { paths } from '#lib/paths.ts';
import { Button } from '#ui/Button.tsx';
import { saveDialog } from './lazy-parts.ts';
import type { SaveTarget } from './save-target.ts';

interface SaveButtonProps {
  target: SaveTarget;
  /** Only the icon: in the row below a feed entry, or on the picture of a tile. */
  place?: 'feed' | 'tile';
}

const looks = {
  feed: { variant: 'quiet', size: 'sm', className: 'btn-icon' },
  tile: { variant: 'quiet', size: 'sm', className: 'btn-icon tile-save' },
} as const;

/** Opens the dialog to save something or to add it to a chain. Visitors sign in first and come back. */
export function SaveButton({ target, place }: SaveButtonProps) {
  const viewer = useViewer();
  const [open, setOpen] = useState(false);
  const look = place && looks[place];
  return (
    <>
      <Button
        {...look}
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
      {open &&
        (viewer.status === 'in' ? (
          <saveDialog.Component user={viewer.user} target={target} onClose={() => setOpen(false)} />
        ) : (
          <SignIn />
        ))}
    </>
  );
}

/** Leads to the sign-in and back. */
function SignIn() {
  const { pathname, search } = useLocation();
  return <Navigate to={paths.login(pathname + search)} />;
}

/** For the actions of a tile. */
export const saveOnTile = (target: SaveTarget) => <SaveButton target={target} place="tile" />;

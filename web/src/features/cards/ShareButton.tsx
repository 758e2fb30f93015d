import { Share2 } from 'lucide-react';
import { useState } from 'react';
import type { HiddenVisibility } from '#features/tiles/VisibilityTag.tsx';
import { Button } from '#ui/Button.tsx';
import type { ButtonLook } from '#ui/button-class.ts';
import { shareDialog } from './lazy-parts.ts';

interface ShareButtonProps extends ButtonLook {
  title: string;
  /** The canonical path of the shared page. */
  path: string;
  visibility?: HiddenVisibility | undefined;
  /** A topic has a feed and no page of its own. */
  topicId?: number;
  /** Says in a list what is shared. */
  named?: boolean;
}

/** Opens a dialog with the link, the code for other sites and the feed. */
export function ShareButton({ title, path, visibility, topicId, named, ...look }: ShareButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button {...look} icon={<Share2 size={20} aria-hidden="true" />} onClick={() => setOpen(true)}>
        Share
        {named && <span className="sr-only"> {title}</span>}
      </Button>
      {open && (
        <shareDialog.Component
          title={title}
          path={path}
          visibility={visibility}
          topicId={topicId}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

import { useRef } from 'react';
import type { OutlinePosition } from '#features/subjects/outline.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx';
import { LiveOutline } from './LiveOutline.tsx';

interface OutlineSheetProps {
  subjectId: number;
  place: OutlinePosition;
  onClose: () => void;
}

/** The table of contents in a sheet, on narrow screens. */
export function OutlineSheet({ subjectId, place, onClose }: OutlineSheetProps) {
  const pane = useRef<HTMLDivElement>(null);
  return (
    <Dialog open onClose={onClose} title="Contents">
      <div ref={pane} className="outline-sheet">
        <LiveOutline
          subjectId={subjectId}
          place={place}
          pane={pane}
          onFollow={onClose}
          before={
            <SkeletonGroup className="stack">
              <Skeleton shape="title" width="wide" />
              <Skeleton shape="text" width="half" />
              <Skeleton shape="text" width="wide" />
            </SkeletonGroup>
          }
        />
      </div>
    </Dialog>
  );
}

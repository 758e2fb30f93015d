import { Maximize2 } from 'lucide-react';
import { type PictureProps, StillPicture } from './StillPicture.tsx';

/** The picture as a button that opens it full screen. */
export function PictureButton({ card, lazy, onOpen }: PictureProps & { onOpen: () => void }) {
  return (
    <button type="button" className="card-picture card-picture-opens" onClick={onOpen}>
      <StillPicture card={card} lazy={lazy} />
      <span className="picture-hint">
        <Maximize2 size={18} aria-hidden="true" />
      </span>
      <span className="sr-only">Open the picture of “{card.title}” large</span>
    </button>
  );
}

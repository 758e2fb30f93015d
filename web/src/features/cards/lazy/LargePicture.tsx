import { Dialog } from '#ui/Dialog.tsx';
import type { CardDetail } from '../read-card.ts';

interface LargePictureProps {
  card: Pick<CardDetail, 'title' | 'photo'>;
  onClose: () => void;
}

export function LargePicture({ card, onClose }: LargePictureProps) {
  const { lg, md, sm } = card.photo?.specMap ?? {};
  const largest = lg ?? md ?? sm;
  return (
    <Dialog open onClose={onClose} title={card.title} size="lg">
      {largest && (
        <img
          className="large-picture"
          src={largest.url}
          width={largest.width}
          height={largest.height}
          alt={card.photo?.altText ?? ''}
        />
      )}
    </Dialog>
  );
}

import type { RegionModel } from '@gyan/contract/scenes.ts';
import { LabelCovers } from '#features/cards/lazy/LabelCovers.tsx';
import { type PictureProps, StillPicture } from '#features/cards/StillPicture.tsx';
import type { Recall } from '../recall.ts';

interface RecallPictureProps extends PictureProps {
  regions: readonly RegionModel[];
  recall: Recall;
  onLabel: (id: string) => void;
}

/** A picture whose labels are hidden until the learner uncovers them. */
export function RecallPicture({ card, lazy, regions, recall, onLabel }: RecallPictureProps) {
  return (
    <div className="card-picture">
      <StillPicture card={card} lazy={lazy} alt={`The picture of “${card.title}”, its labels hidden`} />
      <LabelCovers
        photo={card.photo}
        regions={regions}
        stateOf={(id) =>
          !recall.uncovered.includes(id) ? 'hidden' : recall.missed.includes(id) ? 'missed' : 'recalled'
        }
        onPress={onLabel}
      />
    </div>
  );
}

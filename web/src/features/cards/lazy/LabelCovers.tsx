import type { RegionModel } from '@gyan/contract/scenes.ts';
import { Check, X } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { TilePhoto } from '#features/tiles/tile.ts';

/** A label is covered, or it is shown; a learner can mark it. */
type LabelState = 'hidden' | 'shown' | 'recalled' | 'missed';

interface LabelCoversProps {
  photo: TilePhoto | null;
  regions: readonly RegionModel[];
  stateOf: (id: string) => LabelState;
  onPress: (id: string) => void;
}

/** The width divided by the height of `.card-picture`. */
const frameRatio = 16 / 9;

const percent = (share: number) => `${share * 100}%`;

/** The part of the frame that a picture fills with `object-fit: contain`. */
function pictureArea(photo: TilePhoto | null): CSSProperties {
  const { lg, md, sm } = photo?.specMap ?? {};
  const { width, height } = lg ?? md ?? sm ?? { width: 16, height: 9 };
  const ratio = width / height;
  const [w, h] = ratio < frameRatio ? [ratio / frameRatio, 1] : [1, frameRatio / ratio];
  return {
    insetInlineStart: percent((1 - w) / 2),
    insetBlockStart: percent((1 - h) / 2),
    width: percent(w),
    height: percent(h),
  };
}

const nameOf: Record<LabelState, (number: number, text: string) => string> = {
  hidden: (number) => `Show label ${number}`,
  shown: (_, text) => `${text}: hide again`,
  recalled: (_, text) => `${text}: recalled. Mark as missed`,
  missed: (_, text) => `${text}: missed. Mark as recalled`,
};

/** A button over each label of the picture. */
export function LabelCovers({ photo, regions, stateOf, onPress }: LabelCoversProps) {
  return (
    <ul className="label-covers" aria-label="Labels" style={pictureArea(photo)}>
      {regions.map(({ id, text, box }, index) => {
        const state = stateOf(id);
        return (
          <li
            key={id}
            style={{
              insetInlineStart: percent(box.x),
              insetBlockStart: percent(box.y),
              width: percent(box.w),
              height: percent(box.h),
            }}
          >
            <button
              type="button"
              className="label-cover"
              data-state={state}
              aria-label={nameOf[state](index + 1, text)}
              onClick={() => onPress(id)}
            >
              {state === 'hidden' && <span>{index + 1}</span>}
              {state === 'recalled' && <Check className="label-mark" aria-hidden="true" />}
              {state === 'missed' && <X className="label-mark" aria-hidden="true" />}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

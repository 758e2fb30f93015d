import type { RegionModel } from '@gyan/contract/scenes.ts';
import { Eye, EyeOff } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { announce } from '#ui/announcer.ts';
import { Button } from '#ui/Button.tsx';
import { PictureButton } from '../PictureButton.tsx';
import { type PictureProps, StillPicture } from '../StillPicture.tsx';
import { LabelCovers } from './LabelCovers.tsx';

interface LabelledPictureProps extends PictureProps {
  regions: readonly RegionModel[];
  /** Opens the picture full screen. */
  onOpen: () => void;
}

const noChanges = () => () => undefined;

/** A picture whose labels can be listed, hidden and uncovered one by one. */
export function LabelledPicture({ card, regions, lazy, onOpen }: LabelledPictureProps) {
  // The server renders no button, which would do nothing without JavaScript.
  const isHydrated = useSyncExternalStore(
    noChanges,
    () => true,
    () => false,
  );
  /** Undefined while no label is hidden. */
  const [uncovered, setUncovered] = useState<readonly string[]>();

  const press = (id: string) => {
    if (!uncovered) return;
    const isShown = uncovered.includes(id);
    setUncovered(isShown ? uncovered.filter((other) => other !== id) : [...uncovered, id]);
    if (!isShown) announce(regions.find((region) => region.id === id)?.text ?? '');
  };

  return (
    <div className="labelled-picture">
      {uncovered ? (
        <div className="card-picture">
          <StillPicture card={card} lazy={lazy} alt={`The picture of “${card.title}”, its labels hidden`} />
          <LabelCovers
            photo={card.photo}
            regions={regions}
            stateOf={(id) => (uncovered.includes(id) ? 'shown' : 'hidden')}
            onPress={press}
          />
        </div>
      ) : (
        <PictureButton card={card} lazy={lazy} onOpen={onOpen} />
      )}
      <div className="label-bar">
        {uncovered ? (
          <span className="label-count">
            {uncovered.length} of {regions.length} shown
          </span>
        ) : (
          // Closed, because the description of the picture names them too.
          <details className="label-list">
            <summary>{regions.length === 1 ? '1 label' : `${regions.length} labels`}</summary>
            <ul>
              {regions.map(({ id, text }) => (
                <li key={id}>{text}</li>
              ))}
            </ul>
          </details>
        )}
        {isHydrated && (
          <Button
            variant="quiet"
            icon={uncovered ? <Eye size={20} aria-hidden="true" /> : <EyeOff size={20} aria-hidden="true" />}
            onClick={() => setUncovered(uncovered ? undefined : [])}
          >
            {uncovered ? 'Show all' : 'Hide labels'}
          </Button>
        )}
      </div>
    </div>
  );
}

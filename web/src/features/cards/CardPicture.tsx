import './cards.css';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { videoPlayer } from '#lib/paths.ts';
import type { CardDetail } from './card-detail.ts';
import type { CardStep } from './card-position.ts';
import { PictureButton } from './PictureButton.tsx';
import { labelledPicture, largePicture } from './picture-parts.ts';
import { type PictureProps, StillPicture } from './StillPicture.tsx';

interface CardPictureProps extends PictureProps {
  card: PictureProps['card'] & Pick<CardDetail, 'videoId' | 'regions'>;
  /** The neighbours in the chain or subject, for stepping while the picture fills the screen. */
  steps?: { previous: CardStep | null; next: CardStep | null } | null;
}

/** `allow-same-origin` is safe: the player has another origin than ours. */
const playerSandbox = 'allow-scripts allow-same-origin allow-presentation allow-popups';

/**
 * The card's picture, which opens full screen. A video shows its still until the viewer starts the player. Without a
 * key: the full screen stays open while the viewer steps to other cards.
 */
export function CardPicture({ card, lazy, steps }: CardPictureProps) {
  const [large, setLarge] = useState(false);
  return (
    <>
      {card.videoId !== null ? (
        <Video key={card.id} card={card} videoId={card.videoId} lazy={lazy} />
      ) : card.photo === null ? (
        <div className="card-picture">
          <StillPicture card={card} lazy={lazy} />
        </div>
      ) : card.regions ? (
        <labelledPicture.Component
          key={card.id}
          card={card}
          regions={card.regions}
          lazy={lazy}
          onOpen={() => setLarge(true)}
          fallback={<PictureButton card={card} lazy={lazy} onOpen={() => setLarge(true)} />}
        />
      ) : (
        <PictureButton card={card} lazy={lazy} onOpen={() => setLarge(true)} />
      )}
      {large && <largePicture.Component card={card} {...steps} onClose={() => setLarge(false)} />}
    </>
  );
}

function Video({ card, videoId, lazy }: PictureProps & { videoId: string }) {
  const [playing, setPlaying] = useState(false);
  if (playing) {
    return (
      <div className="card-picture">
        <iframe
          src={videoPlayer(videoId)}
          title={card.title}
          sandbox={playerSandbox}
          allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
          referrerPolicy="strict-origin-when-cross-origin"
        />
      </div>
    );
  }
  return (
    <button type="button" className="card-picture" onClick={() => setPlaying(true)}>
      <StillPicture card={card} lazy={lazy} />
      <span className="tile-play">
        <Play size={28} fill="currentColor" aria-hidden="true" />
      </span>
      <span className="sr-only">Play the video “{card.title}” from YouTube</span>
    </button>
  );
}

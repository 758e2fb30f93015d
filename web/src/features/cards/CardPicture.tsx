import './cards.css';
import { Maximize2, Play } from 'lucide-react';
import { useState } from 'react';
import { Cover } from '#features/tiles/Cover.tsx';
import { videoPlayer } from '#lib/paths.ts';
import type { CardStep } from './card-position.ts';
import { largePicture } from './lazy-parts.ts';
import type { CardDetail } from './read-card.ts';

type WithPhotos = Pick<CardDetail, 'id' | 'title' | 'photo' | 'videoId'>;

interface PictureProps {
  card: WithPhotos;
  /** Load the picture only when it is near the viewport. */
  lazy?: boolean;
}

interface CardPictureProps extends PictureProps {
  /** The neighbours in the chain or subject, for stepping while the picture fills the screen. */
  steps?: { previous: CardStep | null; next: CardStep | null } | null;
}

/** `allow-same-origin` is safe: the player has another origin than ours. */
const playerSandbox = 'allow-scripts allow-same-origin allow-presentation allow-popups';

export const cardSizes = '(min-width: 52rem) 50rem, 100vw';

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
      ) : (
        <button type="button" className="card-picture card-picture-opens" onClick={() => setLarge(true)}>
          <StillPicture card={card} lazy={lazy} />
          <span className="picture-hint">
            <Maximize2 size={18} aria-hidden="true" />
          </span>
          <span className="sr-only">Open the picture of “{card.title}” large</span>
        </button>
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

function StillPicture({ card, lazy }: PictureProps) {
  const specs = [card.photo?.specMap.sm, card.photo?.specMap.md, card.photo?.specMap.lg].filter(
    (spec) => spec != null,
  );
  const largest = specs.at(-1);
  if (!largest) return <Cover id={card.id} title={card.title} />;
  return (
    <img
      // A new element, so that the previous card's picture is not shown while this one loads.
      key={largest.url}
      src={largest.url}
      srcSet={specs.map(({ url, width }) => `${url} ${width}w`).join(', ')}
      sizes={cardSizes}
      width={largest.width}
      height={largest.height}
      alt={card.photo?.altText ?? ''}
      {...(lazy ? { loading: 'lazy' } : { fetchPriority: 'high' })}
    />
  );
}

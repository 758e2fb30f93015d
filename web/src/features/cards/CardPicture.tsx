import { Play } from 'lucide-react';
import { useState } from 'react';
import { Cover } from '#features/marks/Cover.tsx';
import { videoPlayer } from '#lib/paths.ts';
import type { CardDetail } from './read-card.ts';

/** Its own origin is another one than ours, so keeping it does not let the player out of its frame. */
const playerMay = 'allow-scripts allow-same-origin allow-presentation allow-popups';

const sizes = '(min-width: 52rem) 50rem, 100vw';

/** The card's picture; of a video the still, until the person asks for the player. */
export function CardPicture({ card }: { card: CardDetail }) {
  const [playing, setPlaying] = useState(false);
  if (card.videoId === null) {
    return (
      <div className="card-picture">
        <Still card={card} />
      </div>
    );
  }
  if (playing) {
    return (
      <div className="card-picture">
        <iframe
          src={videoPlayer(card.videoId)}
          title={card.title}
          sandbox={playerMay}
          allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
          referrerPolicy="strict-origin-when-cross-origin"
        />
      </div>
    );
  }
  return (
    <button type="button" className="card-picture" onClick={() => setPlaying(true)}>
      <Still card={card} />
      <span className="tile-play">
        <Play size={28} fill="currentColor" aria-hidden="true" />
      </span>
      <span className="sr-only">Play the video “{card.title}” from YouTube</span>
    </button>
  );
}

function Still({ card }: { card: CardDetail }) {
  const specs = [card.photo?.specMap.sm, card.photo?.specMap.md, card.photo?.specMap.lg].filter(
    (spec) => spec != null,
  );
  const largest = specs.at(-1);
  if (!largest) return <Cover id={card.id} title={card.title} />;
  return (
    <img
      src={largest.url}
      srcSet={specs.map(({ url, width }) => `${url} ${width}w`).join(', ')}
      sizes={sizes}
      width={largest.width}
      height={largest.height}
      alt={card.photo?.altText ?? ''}
      fetchPriority="high"
    />
  );
}

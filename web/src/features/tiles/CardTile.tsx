import { Play, Sparkles } from 'lucide-react';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { GreatTag } from './GreatTag.tsx';
import { TileFoot } from './TileFoot.tsx';
import { TileHeading } from './TileHeading.tsx';
import { TilePicture } from './TilePicture.tsx';
import type { TileProps } from './tile.ts';

export interface CardTileProps extends TileProps {
  type?: 'kVideo' | 'kAIAssisted' | 'kCustom' | 'kDrawn';
  aiModelName?: string | null;
  previewText?: string | null;
  commentCount?: number;
}

export function CardTile(tile: CardTileProps) {
  const { type, aiModelName, previewText, highlight } = tile;
  return (
    <article className="tile">
      <div className="tile-picture">
        <TilePicture {...tile} />
        {tile.great && <GreatTag />}
        {type === 'kVideo' && (
          <span className="tile-play">
            <Play size={26} fill="currentColor" aria-hidden="true" />
            <VisuallyHidden>Video</VisuallyHidden>
          </span>
        )}
        {type === 'kAIAssisted' && (
          <span className="tile-badge">
            <Sparkles size={14} aria-hidden="true" />
            {aiModelName ? `AI · ${aiModelName}` : 'AI'}
          </span>
        )}
      </div>
      <div className="tile-body">
        <TileHeading {...tile} />
        {previewText && <p className="tile-text">{highlight ? highlight(previewText) : previewText}</p>}
        <TileFoot {...tile} />
      </div>
    </article>
  );
}

import { GreatTag } from './GreatTag.tsx';
import { ChainIcon } from './Icons.tsx';
import { TileFoot } from './TileFoot.tsx';
import { TileHeading } from './TileHeading.tsx';
import { TilePicture } from './TilePicture.tsx';
import type { TileProps } from './tile.ts';

export interface ChainTileProps extends TileProps {
  /** The number of items: “7 cards”. */
  countText?: string;
  previewText?: string | null;
}

/** Drawn as three stacked sheets. */
export function ChainTile({ countText, previewText, ...tile }: ChainTileProps) {
  return (
    <article className="tile tile-chain">
      <div className="tile-picture">
        <TilePicture {...tile} />
        {tile.great && <GreatTag />}
        <span className="tile-badge">
          <ChainIcon size={16} />
          {countText ?? 'Chain'}
        </span>
      </div>
      <div className="tile-body">
        <TileHeading {...tile} />
        {previewText && (
          <p className="tile-text">{tile.highlight ? tile.highlight(previewText) : previewText}</p>
        )}
        <TileFoot {...tile} />
      </div>
    </article>
  );
}
